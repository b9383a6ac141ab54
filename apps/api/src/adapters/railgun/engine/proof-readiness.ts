import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { artifactCache, overrideArtifact } from '@railgun-community/wallet';
import type { ProverKind } from '../../../ports/shielded-pool.ts';
import { readProvingFile } from '../prover/proving-files.ts';

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
/** Fewer would not be divided among the cores. */
const POINTS = 1_024;

/**
 * Keeps the proving files of the usual circuits in memory, where `artifactsDirectory` has them, and does the
 * arithmetic of a proof with a few numbers, unless the program does it. Nothing is downloaded.
 */
export function createProofReadiness(
  artifactsDirectory: string,
  kind: () => ProverKind,
): ProofReadiness {
  const steps = [
    ...USUAL_CIRCUITS.map((circuit) => () => holdFiles(artifactsDirectory, circuit)),
    ...Array.from({ length: EXERCISES }, () => [
      () => exercise('G1', kind()),
      () => exercise('G2', kind()),
    ]).flat(),
  ];
  return {
    async advance() {
      await steps.shift()?.();
      return steps.length > 0;
    },
  };
}

async function holdFiles(directory: string, circuit: string): Promise<void> {
  const home = join(directory, 'artifacts-v2.1', circuit);
  const [zkey, wasm, vkey] = ['zkey', 'wasm', 'vkey.json'].map((name) => join(home, name));
  if (zkey === undefined || wasm === undefined || vkey === undefined) return;
  if (artifactCache[circuit] !== undefined || ![zkey, wasm, vkey].every(existsSync)) return;
  overrideArtifact(circuit, {
    zkey: await readProvingFile(zkey),
    wasm: await readProvingFile(wasm),
    vkey: JSON.parse(await readFile(vkey, 'utf8')),
    dat: undefined,
  });
}

async function exercise(name: 'G1' | 'G2', kind: ProverKind): Promise<void> {
  if (kind === 'native') return;
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
