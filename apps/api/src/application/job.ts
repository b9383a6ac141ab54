import type { Clock } from '../ports/clock.ts';

/** Background work, repeated until it is stopped. */
export interface Job {
  start(): void;
  /** Runs now, or once more after the current run. */
  wake(): void;
  isStopped(): boolean;
  /** Resolves when the current run is finished. */
  stop(): Promise<void>;
}

export interface JobOptions {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly run: () => Promise<unknown>;
  /** Pause between two runs. */
  readonly everyMs: number;
  /** Pause after a run that failed. */
  readonly afterErrorMs: number;
  /** What to report about a run that failed; the next one follows regardless. */
  readonly errorMessage: string;
  readonly report: (error: JobError) => void;
}

/** A run that failed. */
export interface JobError {
  readonly message: string;
  readonly cause: unknown;
}

/** A sleep cannot be cancelled: it outlives a woken or stopped job by at most this long. */
const SLEEP_MS = 1_000;

/** @returns a job that runs one time after another, not started yet. */
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
      // A wake-up during a failed run does not make it run again immediately.
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
