import type { Clock } from '../ports/clock.ts';

/** Work without a request, done again and again until it is stopped. */
export interface Job {
  start(): void;
  /** Runs now, or once more when a run is under way. */
  wake(): void;
  isStopped(): boolean;
  /** Resolves when the run under way is finished. */
  stop(): Promise<void>;
}

export interface JobOptions {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly run: () => Promise<unknown>;
  /** Pause between two runs. */
  readonly everyMs: number;
  /** Pause after a run that failed. */
  readonly afterErrorMs: number;
  /** What to report of a run that failed; the next one comes all the same. */
  readonly errorMessage: string;
  readonly report: (error: JobError) => void;
}

/** A run that failed. */
export interface JobError {
  readonly message: string;
  readonly cause: unknown;
}

/** A sleep cannot be cancelled: this is the longest that one outlives a job that was woken or stopped. */
const SLEEP_MS = 1_000;

/** @returns a job that does one run after the other, not started. */
export function createJob(options: JobOptions): Job {
  const { clock } = options;
  let isStopped = false;
  let isWoken = false;
  let wakeUp = () => {};
  let running: Promise<void> = Promise.resolve();

  async function loop(): Promise<void> {
    while (!isStopped) {
      isWoken = false;
      const isDone = await runOnce(options);
      // What woke a run that failed does not make it run again at once.
      if (!isDone) isWoken = false;
      await pause(isDone ? options.everyMs : options.afterErrorMs);
    }
  }

  async function pause(ms: number): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      wakeUp = resolve;
    });
    for (let left = ms; left > 0 && !isWoken && !isStopped; left -= SLEEP_MS) {
      await Promise.race([clock.sleep(Math.min(left, SLEEP_MS)), woken]);
    }
  }

  return {
    start() {
      running = loop();
    },
    wake() {
      isWoken = true;
      wakeUp();
    },
    isStopped: () => isStopped,
    async stop() {
      isStopped = true;
      wakeUp();
      await running;
    },
  };
}

/** @returns whether the run succeeded */
async function runOnce({ run, errorMessage, report }: JobOptions): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (cause) {
    report({ message: errorMessage, cause });
    return false;
  }
}
