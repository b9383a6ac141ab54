import { Field } from '@noble/curves/abstract/modular.js';
import { grainGenConstants, poseidon } from '@noble/curves/abstract/poseidon.js';

/** Order of the field in which the pool calculates (BN254). */
export const FIELD_ORDER =
  21888242871839275222246405745257275088548364400416034343698204186575808495617n;

/** Partial rounds for two and three inputs, as in circomlib. */
const PARTIAL_ROUNDS = { 2: 57, 3: 56 } as const;

type Permute = (state: bigint[]) => bigint[];

const permutations = new Map<number, Permute>();

/** @returns the Poseidon hash that the pool's circuits use, below the order of the field */
export function poseidonHash(
  inputs: readonly [bigint, bigint] | readonly [bigint, bigint, bigint],
): bigint {
  const count = inputs.length;
  const permute = permutations.get(count) ?? createPermutation(count);
  permutations.set(count, permute);
  const [first = 0n] = permute([0n, ...inputs]);
  return first;
}

/** Its constants take a moment, so they are made once, when they are first needed. */
function createPermutation(count: 2 | 3): Permute {
  const shape = {
    Fp: Field(FIELD_ORDER),
    t: count + 1,
    roundsFull: 8,
    roundsPartial: PARTIAL_ROUNDS[count],
    sboxPower: 5,
  };
  return poseidon({ ...shape, ...grainGenConstants(shape) });
}
