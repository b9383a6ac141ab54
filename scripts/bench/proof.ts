import { type BenchLine, median } from './bench-line.ts';
import { runMeasuring } from './measuring-process.ts';
import type { ProofTimes } from './proof-process.ts';

let times: Promise<ProofTimes> | null = null;

/** @returns what proofs take, measured once */
export function readProofTimes(): Promise<ProofTimes> {
  times ??= runMeasuring<ProofTimes>('proof-process.ts');
  return times;
}

/** Compares proofs as the pool's process makes them with bare snarkjs, and the first with later ones. */
export async function measureProofs(): Promise<readonly BenchLine[]> {
  const { first, ...later } = await readProofTimes();
  const ours = median(later.ours);
  const snarkjs = median(later.snarkjs);
  return [
    {
      name: 'proof of a private transfer ÷ snarkjs on the same inputs',
      figure: ours / snarkjs,
      budget: 1.1,
      unit: '×',
      comparedWith: `${inSeconds(ours)} of ${inSeconds(snarkjs)}, ${later.ours.length} rounds by turns`,
    },
    {
      name: 'first proof of a process ÷ a later one',
      figure: first / ours,
      budget: 1.3,
      unit: '×',
      comparedWith: `${inSeconds(first)}, then ${inSeconds(ours)}`,
    },
  ];
}

function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}
