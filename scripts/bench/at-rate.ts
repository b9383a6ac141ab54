import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from './bench-line.ts';

/** The outcome of a request. */
export interface Reply {
  /** 0 when none arrived in time. */
  readonly status: number;
  readonly ms: number;
}

/** Starts this many requests a second, whatever the state of the earlier ones. Resolves when all have ended. */
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

/** Sends a request, reads the whole response and measures how long that took. */
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
