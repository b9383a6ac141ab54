import { execFileSync } from 'node:child_process';
import { NUMBER_BYTES, readNumber, writeNumber } from './plain-numbers.ts';

const HEADER_SECTION = 2;
const POINT_BYTES = 64;
/** The order of the group, and the field of its coordinates. */
export const ORDER = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
const FIELD = 21888242871839275222246405745257275088696311157297823662689037894645226208583n;

/** What all tests draw as blinding, so that proofs can be compared: this, and one more. */
export const FIXED_BLINDING = 5n;
/** A build for each kind of processor takes long, so tests share them. */
const FLAGS = ['-std=c17', '-pthread', `-DFIXED_BLINDING=${FIXED_BLINDING}`] as const;
/** As the product has it. */
const FAST = [...FLAGS, '-O3'] as const;
/** Any access outside its memory, and any calculation that C does not define, ends it. No warning is left. */
const WATCHED = [
  ...[...FLAGS, '-O1', '-g', '-Wall', '-Wextra', '-Wconversion', '-Wshadow', '-Werror'],
  ...['-fsanitize=address,undefined', '-fno-sanitize-recover=all'],
] as const;
const ONE_AT_A_TIME = '-DWITHOUT_LANES';
/** Flags of the builds that tests run. */
export const BUILDS = {
  fast: { lanes: FAST, portable: [...FAST, ONE_AT_A_TIME] },
  watched: { lanes: WATCHED, portable: [...WATCHED, ONE_AT_A_TIME] },
} as const;

/** Where a section of a key begins. */
export function sectionOf(key: Buffer, wanted: number): number {
  let at = 12;
  for (let left = key.readUInt32LE(8); left > 0; left -= 1) {
    const id = key.readUInt32LE(at);
    at += 12;
    if (id === wanted) return at;
    at += Number(key.readBigUInt64LE(at - 8));
  }
  throw new Error(`The key has no section ${wanted}.`);
}

/** @returns how many signals the circuit of a key has */
export function signalsOf(key: Buffer): number {
  return key.readUInt32LE(sectionOf(key, HEADER_SECTION) + 4 + NUMBER_BYTES + 4 + NUMBER_BYTES);
}

/**
 * @returns a key whose first points of each sum of the first group are the same, opposite, and at infinity: what an
 * addition has to tell apart
 */
export function withDoublesAndOpposites(key: Buffer): Buffer {
  const changed = Buffer.from(key);
  for (const section of [5, 6, 8, 9]) {
    const begin = sectionOf(changed, section);
    const pointAt = (index: number) =>
      changed.subarray(begin + index * POINT_BYTES, begin + (index + 1) * POINT_BYTES);
    const point = Buffer.from(pointAt(400));
    for (let index = 0; index < 300; index += 1) {
      const target = pointAt(index);
      point.copy(target);
      if (index % 3 === 1) negate(target);
      if (index % 7 === 0) target.fill(0);
    }
  }
  return changed;
}

function negate(point: Buffer): void {
  const y = point.subarray(POINT_BYTES / 2);
  writeNumber(y, (FIELD - readNumber(y)) % FIELD);
}

/** Signals, public ones, and constraints of a small key. */
const SMALL = [40, 3, 64] as const;
const COUNTS_AT = 2 * (4 + NUMBER_BYTES);
const COEFFICIENT_BYTES = 12 + NUMBER_BYTES;

/** @returns a key of no circuit with points of another key: it takes a thousandth of the time */
export function smallKey(key: Buffer): Buffer {
  const [signals, publicSignals, constraints] = SMALL;
  const header = Buffer.from(key.subarray(sectionOf(key, HEADER_SECTION)).subarray(0, 660));
  SMALL.forEach((count, index) => {
    header.writeUInt32LE(count, COUNTS_AT + 4 * index);
  });
  const coefficients = Buffer.alloc(4 + 2 * constraints * COEFFICIENT_BYTES);
  coefficients.writeUInt32LE(2 * constraints);
  for (let index = 0; index < 2 * constraints; index += 1) {
    const at = 4 + index * COEFFICIENT_BYTES;
    coefficients.writeUInt32LE(index % 2, at);
    coefficients.writeUInt32LE(Math.floor(index / 2), at + 4);
    coefficients.writeUInt32LE((index * 7) % signals, at + 8);
    coefficients.writeUInt32LE(index + 1, at + 12);
  }
  const pointsOf = (section: number, count: number, bytes: number) =>
    Buffer.from(key.subarray(sectionOf(key, section)).subarray(0, count * bytes));
  return keyOf([
    [1, Buffer.from([1, 0, 0, 0])],
    [HEADER_SECTION, header],
    [3, Buffer.alloc(0)],
    [4, coefficients],
    [5, pointsOf(5, signals, POINT_BYTES)],
    [6, pointsOf(6, signals, POINT_BYTES)],
    [7, pointsOf(7, signals, 2 * POINT_BYTES)],
    [8, pointsOf(8, signals - publicSignals - 1, POINT_BYTES)],
    [9, pointsOf(9, constraints, POINT_BYTES)],
  ]);
}

function keyOf(sections: readonly (readonly [id: number, content: Buffer])[]): Buffer {
  const start = Buffer.from('zkey\x01\0\0\0\0\0\0\0', 'latin1');
  start.writeUInt32LE(sections.length, 8);
  const parts = sections.flatMap(([id, content]) => {
    const head = Buffer.alloc(12);
    head.writeUInt32LE(id);
    head.writeBigUInt64LE(BigInt(content.length), 4);
    return [head, content];
  });
  return Buffer.concat([start, ...parts]);
}

/** @returns a witness of numbers that are 0, 1, the highest, small and any; the circuit need not be satisfied by it */
export function anyWitness(signals: number, seed: bigint): Buffer {
  let state = seed;
  const draw = () => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return state >> 11n;
  };
  const drawLong = () => [0, 1, 2, 3, 4].reduce((sum) => (sum << 53n) | draw(), 0n) % ORDER;
  const values = [() => 0n, () => 1n, () => ORDER - 1n, () => draw() % 1_000n, drawLong, drawLong];
  const witness = Buffer.alloc(signals * NUMBER_BYTES);
  for (let index = 0; index < signals; index += 1) {
    const value = index === 0 ? 1n : (values[Number(draw() % 6n)]?.() ?? 0n);
    writeNumber(witness.subarray(index * NUMBER_BYTES, (index + 1) * NUMBER_BYTES), value);
  }
  return witness;
}

/** @returns the witness as a file of snarkjs */
export function witnessFile(witness: Buffer): Uint8Array {
  const head = Buffer.alloc(76);
  head.write('wtns');
  for (const [at, value] of [
    [4, 2],
    [8, 2],
    [12, 1],
    [24, NUMBER_BYTES],
    [64, 2],
  ] as const) {
    head.writeUInt32LE(value, at);
  }
  head.writeBigUInt64LE(BigInt(8 + NUMBER_BYTES), 16);
  writeNumber(head.subarray(28, 28 + NUMBER_BYTES), ORDER);
  head.writeUInt32LE(witness.length / NUMBER_BYTES, 60);
  head.writeBigUInt64LE(BigInt(witness.length), 68);
  return new Uint8Array(Buffer.concat([head, witness]));
}

/** Without one, snarkjs proves. */
export function hasCompiler(): boolean {
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
