import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BenchLine, median } from './bench-line.ts';
import type { ProofTimes } from './proof-process.ts';

const WITHIN_MS = 300_000;

/** Compares proofs as the pool's process makes them with bare snarkjs, and the first with later ones. */
export async function measureProofs(): Promise<readonly BenchLine[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'proof-process.ts')],
    { timeout: WITHIN_MS },
  );
  const times: ProofTimes = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  const ours = median(times.ours);
  const snarkjs = median(times.snarkjs);
  return [
    {
      name: 'proof of a private transfer ÷ snarkjs on the same inputs',
      figure: ours / snarkjs,
      budget: 1.1,
      unit: '×',
      comparedWith: `${inSeconds(ours)} of ${inSeconds(snarkjs)}, ${times.ours.length} rounds by turns`,
    },
    {
      name: 'first proof of a process ÷ a later one',
      figure: times.first / ours,
      budget: 1.3,
      unit: '×',
      comparedWith: `${inSeconds(times.first)}, then ${inSeconds(ours)}`,
    },
  ];
}

function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}
