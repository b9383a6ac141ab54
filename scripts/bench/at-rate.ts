import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from './bench-line.ts';

/** What became of a request. */
export interface Answer {
  /** 0 when there was none in time. */
  readonly status: number;
  readonly ms: number;
}

/** Begins so many a second whatever became of those before. Resolves when all of them ended. */
export async function atRate<T>(
  perSecond: number,
  ms: number,
  begin: (index: number) => Promise<T>,
): Promise<T[]> {
  const begun: Promise<T>[] = [];
  const startedAt = performance.now();
  const total = (perSecond * ms) / 1_000;
  while (begun.length < total) {
    const due = startedAt + (begun.length * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await sleep(early);
    begun.push(begin(begun.length));
  }
  return Promise.all(begun);
}

/** Asks, reads the whole answer and says how long that took. */
export async function timed(ask: () => Promise<Response>): Promise<Answer> {
  const startedAt = performance.now();
  try {
    const response = await ask();
    await response.arrayBuffer();
    return { status: response.status, ms: performance.now() - startedAt };
  } catch {
    return { status: 0, ms: performance.now() - startedAt };
  }
}

/** @returns the 99th percentile, ms */
export function slowest(answers: readonly Answer[]): number {
  return percentile(
    answers.map(({ ms }) => ms),
    0.99,
  );
}
