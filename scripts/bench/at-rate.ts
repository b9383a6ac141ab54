import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from './bench-line.ts';

/** What became of a request. */
export interface Reply {
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
export async function timed(request: () => Promise<Response>): Promise<Reply> {
  const startedAt = performance.now();
  try {
    const response = await request();
    await response.arrayBuffer();
    return { status: response.status, ms: performance.now() - startedAt };
  } catch {
    return { status: 0, ms: performance.now() - startedAt };
  }
}

/** @returns the 99th percentile, ms */
export function slowest(responses: readonly Reply[]): number {
  return percentile(
    responses.map(({ ms }) => ms),
    0.99,
  );
}
