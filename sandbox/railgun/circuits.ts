import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A circuit by its number of input and output notes. */
export interface Circuit {
  readonly inputs: number;
  readonly outputs: number;
}

/** The circuits on npm with keys from a test setup. */
export const testCircuits: readonly Circuit[] = [
  { inputs: 1, outputs: 2 },
  { inputs: 1, outputs: 3 },
  { inputs: 2, outputs: 2 },
  { inputs: 2, outputs: 3 },
  { inputs: 8, outputs: 2 },
];

/** A point on the curve, as snarkjs writes it: decimal coordinates and a 1. */
type FlatPoint = readonly [x: string, y: string, one: string];
type PairPoint = readonly [
  x: readonly [real: string, imaginary: string],
  y: readonly [real: string, imaginary: string],
  one: readonly string[],
];

/** A verification key as snarkjs writes it. */
interface WrittenKey {
  readonly vk_alpha_1: FlatPoint;
  readonly vk_beta_2: PairPoint;
  readonly vk_gamma_2: PairPoint;
  readonly vk_delta_2: PairPoint;
  readonly IC: readonly FlatPoint[];
}

/** A verification key in the format of the pool. */
export interface VerifyingKey {
  readonly artifactsIPFSHash: string;
  readonly alpha1: G1;
  readonly beta2: G2;
  readonly gamma2: G2;
  readonly delta2: G2;
  readonly ic: readonly G1[];
}

interface G1 {
  readonly x: bigint;
  readonly y: bigint;
}
interface G2 {
  readonly x: readonly [bigint, bigint];
  readonly y: readonly [bigint, bigint];
}

/** @returns the directory in which npm put a circuit's files, compressed. */
export function circuitSource({ inputs, outputs }: Circuit): string {
  // Not the package's entry, which would decompress everything in JavaScript.
  const manifest = createRequire(import.meta.url).resolve(
    '@railgun-community/test-artifacts/package.json',
  );
  return join(dirname(manifest), `${inputs}-${outputs}`);
}

/** @returns a circuit's verification key in the format of the pool. */
export async function readVerifyingKey(circuit: Circuit): Promise<VerifyingKey> {
  const text = await readFile(join(circuitSource(circuit), 'vkey.json'), 'utf8');
  const key = JSON.parse(text) as WrittenKey;
  return {
    artifactsIPFSHash: '',
    alpha1: toG1(key.vk_alpha_1),
    beta2: toG2(key.vk_beta_2),
    gamma2: toG2(key.vk_gamma_2),
    delta2: toG2(key.vk_delta_2),
    ic: key.IC.map(toG1),
  };
}

function toG1([x, y]: FlatPoint): G1 {
  return { x: BigInt(x), y: BigInt(y) };
}

/** The precompile expects the imaginary part first, snarkjs writes it last. */
function toG2([x, y]: PairPoint): G2 {
  return { x: [BigInt(x[1]), BigInt(x[0])], y: [BigInt(y[1]), BigInt(y[0])] };
}
