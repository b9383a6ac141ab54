import type { Clock } from '../ports/clock.ts';

/** Work without a request, that runs until it is stopped. */
export interface Job {
  start(): void;
  /** Resolves when the turn under way is finished. */
  stop(): Promise<void>;
}

export interface JobOptions {
  readonly clock: Clock;
  readonly turn: () => Promise<void>;
  /** Pause between two turns. */
  readonly everyMs: number;
  /** Pause after a turn that failed. */
  readonly afterTroubleMs: number;
  /** What to say of a turn that failed; the next one comes all the same. */
  readonly trouble: string;
  readonly report: (trouble: { readonly message: string; readonly cause: unknown }) => void;
}

/** How often a pausing job looks whether it has to stop. */
const LOOK_MS = 1_000;

/** @returns a job that takes one turn after the other, not started. */
export function createJob(options: JobOptions): Job {
  const { clock } = options;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  async function run(): Promise<void> {
    while (!isStopped) await pause(await takeTurn(options));
  }
  async function pause(ms: number): Promise<void> {
    for (let left = ms; left > 0 && !isStopped; left -= LOOK_MS) {
      await clock.sleep(Math.min(left, LOOK_MS));
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

async function takeTurn(options: JobOptions): Promise<number> {
  try {
    await options.turn();
    return options.everyMs;
  } catch (cause) {
    options.report({ message: options.trouble, cause });
    return options.afterTroubleMs;
  }
}
