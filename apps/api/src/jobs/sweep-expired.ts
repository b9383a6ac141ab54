import { IDLE_MS, REFRESH_GRACE_MS } from '#domain/session/session-limits';
import type { AttemptLimits } from '../ports/attempt-limits.ts';
import type { Clock } from '../ports/clock.ts';
import type { Sessions } from '../ports/sessions.ts';
import type { Job } from './advance-operations.ts';

export interface SweepExpiredPorts {
  readonly sessions: Pick<Sessions, 'sweep'>;
  readonly limits: Pick<AttemptLimits, 'sweep'>;
  readonly clock: Clock;
  readonly report: (trouble: { readonly message: string; readonly cause: unknown }) => void;
}

const EVERY_MS = 60_000;
const LOOK_MS = 1_000;

/** Deletes once a minute what is over: sessions, tokens, successors of exchanged tokens, counters. */
export function createSweepExpired({ sessions, limits, clock, report }: SweepExpiredPorts): Job {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  async function sweep(): Promise<void> {
    const now = clock.now();
    const ago = (ms: number) => new Date(now.getTime() - ms);
    try {
      await sessions.sweep({
        now,
        idleSince: ago(IDLE_MS),
        successorsBefore: ago(REFRESH_GRACE_MS),
      });
      await limits.sweep(now);
    } catch (cause) {
      report({ message: 'What is over could not be deleted.', cause });
    }
  }
  async function run(): Promise<void> {
    let nextAt = 0;
    while (!isStopped) {
      if (clock.now().getTime() >= nextAt) {
        await sweep();
        nextAt = clock.now().getTime() + EVERY_MS;
      }
      await clock.sleep(LOOK_MS);
    }
  }
  return {
    start() {
      running = run();
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
