import type { ShieldingPorts } from './shielding-ports.ts';

/** Work that is done again and again, and at once when somebody calls. */
export interface Loop {
  start(): void;
  /** Does the work now, or once more when it is under way. */
  wake(): void;
  isStopped(): boolean;
  /** Resolves when the work under way is finished. */
  stop(): Promise<void>;
}

/** @returns a loop that has not begun; work that fails is told and done again. */
export function createLoop(
  { report }: Pick<ShieldingPorts, 'report'>,
  {
    work,
    everyMs,
    trouble,
  }: {
    readonly work: () => Promise<unknown>;
    readonly everyMs: number;
    /** What to say when it failed. */
    readonly trouble: string;
  },
): Loop {
  let isStopped = false;
  let isCalled = false;
  let wakeUp = () => {};
  let running: Promise<void> = Promise.resolve();

  function pause(): Promise<void> {
    if (isCalled || isStopped) return Promise.resolve();
    return new Promise((done) => {
      const timer = setTimeout(done, everyMs);
      wakeUp = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      isCalled = false;
      try {
        await work();
        await pause();
      } catch (cause) {
        report({ message: trouble, cause });
        isCalled = false;
        await pause();
      }
    }
  }

  return {
    start() {
      running = run();
    },
    wake() {
      isCalled = true;
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
