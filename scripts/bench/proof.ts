import { availableParallelism } from 'node:os';
import { type BenchLine, median } from './bench-line.ts';
import { runMeasuring } from './measuring-process.ts';
import type { ProofTimes, ProvedInputs } from './proof-process.ts';

/** A process makes its first proof only once. */
const PROCESSES = 5;

let proved: ProvedInputs | null = null;

/** @returns the inputs of a proof, preferably of a measured one */
export async function readProvedInputs(): Promise<ProvedInputs> {
  proved ??= (await runMeasuring<ProofTimes>('proof-process.ts')).last;
  return proved;
}

/** Compares proofs as the pool's process makes them with bare snarkjs, and the first with later ones. */
export async function measureProofs(): Promise<readonly BenchLine[]> {
  const all: ProofTimes[] = [];
  while (all.length < PROCESSES) all.push(await runMeasuring<ProofTimes>('proof-process.ts'));
  proved = all[0]?.last ?? null;
  const ours = median(all.flatMap((each) => each.ours));
  const snarkjs = median(all.flatMap((each) => each.snarkjs));
  const first = median(all.map((each) => each.first));
  const later = median(all.map((each) => each.ours.at(-1) ?? Number.NaN));
  const ready = median(all.map((each) => each.ready));
  return [
    {
      name: 'proof of a private transfer ÷ snarkjs on the same inputs',
      figure: ours / snarkjs,
      budget: 0.2,
      unit: '×',
      comparedWith: `${inSeconds(ours)} of ${inSeconds(snarkjs)}, two alternating rounds in each of ${PROCESSES} processes`,
    },
    {
      name: 'first proof of a process ÷ its third',
      figure: first / later,
      budget: 1.3,
      unit: '×',
      comparedWith: `${inSeconds(first)}, then ${inSeconds(later)}, ${PROCESSES} processes, after ${inSeconds(ready)} of preparation`,
    },
    togetherLine(all),
  ];
}

/** The processors can’t do the work of several in less time than it takes, nor any one of them sooner than alone. */
function togetherLine(all: readonly ProofTimes[]): BenchLine {
  const [users = 0] = all.map((each) => each.users);
  const alone = median(all.flatMap((each) => each.alone));
  const processor = median(all.flatMap((each) => each.processor));
  const together = median(all.flatMap((each) => each.together));
  const cores = availableParallelism();
  const least = Math.max(alone, (users * processor) / cores);
  return {
    name: `${users} users at once ÷ what the processors can do`,
    figure: together / least,
    budget: 1.3,
    unit: '×',
    comparedWith: `${inSeconds(together)}; one alone ${inSeconds(alone)} (${(together / alone).toFixed(2)} ×), with ${inSeconds(processor)} of processor time on ${cores} cores`,
  };
}

function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}
