import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { artifactCache, overrideArtifact } from '@railgun-community/wallet';
import type { CircuitInputs } from '../prover/circuit.ts';
import { readProvingFile } from '../prover/proving-files.ts';
import type { RunningProver } from '../prover/start-prover.ts';

/** What makes the first proofs of a process as quick as later ones, in steps. */
export interface ProofReadiness {
  /** Does the next step, at most some tenths of a second. @returns whether there is another one */
  advance(): Promise<boolean>;
}

/** The part of snarkjs' arithmetic that is exercised; both cores do it. */
interface Curve {
  readonly Fr: {
    random(): Uint8Array;
    fft(values: Uint8Array): Promise<Uint8Array>;
    ifft(values: Uint8Array): Promise<Uint8Array>;
  };
  readonly G1: Group;
  readonly G2: Group;
}

interface Group {
  readonly g: Uint8Array;
  toAffine(point: Uint8Array): Uint8Array;
  multiExpAffine(points: Uint8Array, scalars: Uint8Array): Promise<Uint8Array>;
}

/** One or two notes into two or three. Their files are 45 MB in memory; those of larger ones are read when needed. */
const USUAL_CIRCUITS = ['01x02', '01x03', '02x02', '02x03'] as const;
/** How often the arithmetic is repeated until it runs as optimized machine code. */
const EXERCISES = 4;
/** Of the tree of the notes. */
const TREE_DEPTH = 16;
/** Large, like the numbers of a payment: zero would be multiplied in another way. */
const ANY_NUMBER = 3n ** 159n;
/** Fewer would not be divided among the cores. */
const POINTS = 1_024;

/**
 * Keeps the proving files of the usual circuits in memory, where `artifactsDirectory` has them, and does the
 * arithmetic of a proof with a few numbers, unless the program does it, which is started instead. Nothing is
 * downloaded.
 */
export function createProofReadiness(
  artifactsDirectory: string,
  prover: Pick<RunningProver, 'kind' | 'warm'>,
): ProofReadiness {
  const steps = [
    ...USUAL_CIRCUITS.map((circuit) => () => holdFiles(artifactsDirectory, circuit)),
    ...Array.from({ length: EXERCISES }, () => [
      () => exercise('G1', prover),
      () => exercise('G2', prover),
    ]).flat(),
    ...USUAL_CIRCUITS.map((circuit) => () => warm(artifactsDirectory, circuit, prover)),
  ];
  return {
    async advance() {
      await steps.shift()?.();
      return steps.length > 0;
    },
  };
}

/** @returns the files of a circuit; null unless all are there */
function filesOf(directory: string, name: string) {
  const home = join(directory, 'artifacts-v2.1', name);
  const files = {
    wasm: join(home, 'wasm'),
    zkey: join(home, 'zkey'),
    vkey: join(home, 'vkey.json'),
  };
  return Object.values(files).every((file) => existsSync(file)) ? files : null;
}

async function warm(
  directory: string,
  name: string,
  prover: Pick<RunningProver, 'warm'>,
): Promise<void> {
  const files = filesOf(directory, name);
  if (files === null) return;
  const [spent = 0, made = 0] = name.split('x').map(Number);
  const inputs = anyInputs(spent, made);
  await prover.warm({ circuitFile: files.wasm, keyFile: files.zkey, inputs });
}

/** @returns the same number for every signal of a circuit that spends this many notes and makes so many */
function anyInputs(spent: number, made: number): CircuitInputs {
  const numbers = (count: number): readonly bigint[] => Array<bigint>(count).fill(ANY_NUMBER);
  const ofAll = ['merkleRoot', 'boundParamsHash', 'token', 'nullifyingKey'];
  const ofSpent = ['nullifiers', 'randomIn', 'valueIn', 'leavesIndices'];
  const ofMade = ['commitmentsOut', 'npkOut', 'valueOut'];
  return {
    ...Object.fromEntries(ofAll.map((signal) => [signal, ANY_NUMBER])),
    ...{ publicKey: numbers(2), signature: numbers(3) },
    pathElements: Array.from({ length: spent }, () => numbers(TREE_DEPTH)),
    ...Object.fromEntries(ofSpent.map((signal) => [signal, numbers(spent)])),
    ...Object.fromEntries(ofMade.map((signal) => [signal, numbers(made)])),
  };
}

async function holdFiles(directory: string, name: string): Promise<void> {
  const files = filesOf(directory, name);
  if (files === null || artifactCache[name] !== undefined) return;
  overrideArtifact(name, {
    zkey: await readProvingFile(files.zkey),
    wasm: await readProvingFile(files.wasm),
    vkey: JSON.parse(await readFile(files.vkey, 'utf8')),
    dat: undefined,
  });
}

async function exercise(name: 'G1' | 'G2', { kind }: Pick<RunningProver, 'kind'>): Promise<void> {
  if (kind() === 'native') return;
  const { curve_bn128: curve } = globalThis as { curve_bn128?: Curve };
  if (curve === undefined) return;
  const group = curve[name];
  const point = group.toAffine(group.g);
  const points = repeat(() => point);
  const scalars = repeat(() => curve.Fr.random());
  await group.multiExpAffine(points, scalars);
  await curve.Fr.fft(await curve.Fr.ifft(scalars));
}

function repeat(make: () => Uint8Array): Uint8Array {
  return Buffer.concat(Array.from({ length: POINTS }, make));
}
