import {
  FIELD_ORDER,
  FULL_ROUNDS,
  makePoseidonConstants,
  type PoseidonConstants,
} from './poseidon-constants.ts';

const constantsByInputs = new Map<number, PoseidonConstants>();

/**
 * Hashes 1 to 16 numbers below the order of the field, and throws for another count.
 * @returns the Poseidon hash that the pool's circuits use, below the order of the field
 */
export function poseidonHash(inputs: readonly bigint[]): bigint {
  const count = inputs.length;
  // They take a moment, so they are made once, when they are first needed.
  const constants = constantsByInputs.get(count) ?? makePoseidonConstants(count);
  constantsByInputs.set(count, constants);
  const { width, partialRounds, round } = constants;
  let state: readonly bigint[] = [0n, ...inputs];
  for (let index = 0; index < FULL_ROUNDS + partialRounds; index += 1) {
    const isFull = index < FULL_ROUNDS / 2 || index >= FULL_ROUNDS / 2 + partialRounds;
    const added = state.map((part, place) => part + (round[index * width + place] ?? 0n));
    state = mix(
      added.map((part, place) => (isFull || place === 0 ? fifthPower(part) : part)),
      constants,
    );
  }
  const [first = 0n] = state;
  return first;
}

function fifthPower(value: bigint): bigint {
  const square = (value * value) % FIELD_ORDER;
  return (((square * square) % FIELD_ORDER) * value) % FIELD_ORDER;
}

function mix(state: readonly bigint[], { matrix }: PoseidonConstants): readonly bigint[] {
  return matrix.map((row) => {
    let sum = 0n;
    for (const [place, factor] of row.entries()) sum += factor * (state[place] ?? 0n);
    return sum % FIELD_ORDER;
  });
}
