import { Field, FpInvertBatch } from '@noble/curves/abstract/modular.js';

/** Order of the field in which the pool calculates (BN254). */
export const FIELD_ORDER =
  21888242871839275222246405745257275088548364400416034343698204186575808495617n;

export const FULL_ROUNDS = 8;
/** Partial rounds for one input, for two, and so on, as in circomlib. */
const PARTIAL_ROUNDS = [56, 57, 56, 60, 60, 63, 64, 63, 60, 66, 60, 65, 70, 60, 64, 68];

const FIELD_BITS = 254;
const DISCARDED_BITS = 160;
const CHUNK_BITS = 16;
/** What becomes of four pairs of bits: the second of each whose first is 1. */
const SHRUNK = Array.from({ length: 256 }, (_, pairs) => {
  const kept = [6, 4, 2, 0].map((at) => (pairs >>> at) & 3).filter((pair) => pair >= 2);
  return { bits: kept.reduce((bits, pair) => (bits << 1) | (pair & 1), 0), length: kept.length };
});
/** The register gives this many bits at a time: none of them depends on another of them. */
const STEP_BITS = 16;

/** What a Poseidon permutation of one width consists of. */
export interface PoseidonConstants {
  readonly width: number;
  readonly partialRounds: number;
  /** For each round one number for each part of the state, one after another. */
  readonly round: readonly bigint[];
  readonly matrix: readonly (readonly bigint[])[];
}

/**
 * Makes the constants that circomlib lists: as code they take a tenth of the space. Throws for more than 16 inputs.
 * Source: appendix F of https://eprint.iacr.org/2019/458
 */
export function makePoseidonConstants(inputs: number): PoseidonConstants {
  const width = inputs + 1;
  const partialRounds = PARTIAL_ROUNDS[inputs - 1];
  if (partialRounds === undefined) throw new Error(`Poseidon has no form for ${inputs} inputs.`);
  const nextNumber = createNumbers(seedBits(width, partialRounds));
  const round: bigint[] = [];
  while (round.length < (FULL_ROUNDS + partialRounds) * width) {
    const candidate = nextNumber();
    if (candidate < FIELD_ORDER) round.push(candidate);
  }
  const [rows, columns] = [drawNumbers(width, nextNumber), drawNumbers(width, nextNumber)];
  const sums = rows.flatMap((row) => columns.map((column) => (row + column) % FIELD_ORDER));
  const cells = FpInvertBatch(Field(FIELD_ORDER), sums, true);
  const matrix = rows.map((_, row) => cells.slice(row * width, (row + 1) * width));
  return { width, partialRounds, round, matrix };
}

/** The 80 bits that say which permutation this is. */
function seedBits(width: number, partialRounds: number): string {
  const bits = (value: number, count: number) => value.toString(2).padStart(count, '0');
  const shape = [bits(FIELD_BITS, 12), bits(width, 12), bits(FULL_ROUNDS, 10)];
  return ['01', '0000', ...shape, bits(partialRounds, 10), '1'.repeat(30)].join('');
}

function drawNumbers(count: number, nextNumber: () => bigint): readonly bigint[] {
  return Array.from({ length: count }, () => nextNumber() % FIELD_ORDER);
}

/** @returns what draws numbers of 254 bits from the register in its self-shrinking mode */
function createNumbers(seed: string): () => bigint {
  const register = createRegister(seed);
  for (let discarded = 0; discarded < DISCARDED_BITS; discarded += STEP_BITS) register();
  // Fewer than 32 at any time.
  let [drawn, count] = [0, 0];
  function draw(wanted: number): number {
    while (count < wanted) {
      const word = register();
      for (const pairs of [word >>> 8, word & 0xff]) {
        const { bits, length } = SHRUNK[pairs] ?? { bits: 0, length: 0 };
        drawn = (drawn << length) | bits;
        count += length;
      }
    }
    count -= wanted;
    const taken = drawn >>> count;
    drawn &= (1 << count) - 1;
    return taken;
  }
  return () => {
    let value = 0n;
    for (let left = FIELD_BITS; left > 0; left -= CHUNK_BITS) {
      const bits = Math.min(left, CHUNK_BITS);
      value = (value << BigInt(bits)) | BigInt(draw(bits));
    }
    return value;
  };
}

/** Grain: a shift register of 80 bits, whose next bit is the sum of six of them. */
function createRegister(seed: string): () => number {
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = (seed.match(/.{16}/g) ?? []).map((bits) =>
    Number.parseInt(bits, 2),
  );
  return () => {
    const next =
      (a ^
        ((a << 13) | (b >>> 3)) ^
        ((b << 7) | (c >>> 9)) ^
        ((c << 6) | (d >>> 10)) ^
        ((d << 3) | (e >>> 13)) ^
        ((d << 14) | (e >>> 2))) &
      0xffff;
    [a, b, c, d, e] = [b, c, d, e, next];
    return next;
  };
}
