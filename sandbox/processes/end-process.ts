import { setTimeout as sleep } from 'node:timers/promises';
import { isStillRunning, type ProcessIdentity } from './process-identity.ts';

/** Signals that end a process, in order, each with the time it allows. */
export type EndingSteps = readonly {
  readonly signal: NodeJS.Signals;
  readonly waitMs: number;
}[];

export const endPolitely: EndingSteps = [
  { signal: 'SIGTERM', waitMs: 10_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];

/**
 * Ends one process, and only this one: before every signal it checks that it is still the same.
 * Throws when it survives the last signal.
 */
export async function endProcess(
  identity: ProcessIdentity,
  steps: EndingSteps = endPolitely,
): Promise<void> {
  for (const { signal, waitMs } of steps) {
    if (!isStillRunning(identity)) return;
    sendSignal(identity.pid, signal);
    const deadline = Date.now() + waitMs;
    while (Date.now() < deadline) {
      if (!isStillRunning(identity)) return;
      await sleep(20);
    }
  }
  throw new Error(`The process ${identity.pid} did not end. End it by hand and start again.`);
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It ended between the check and the signal, as intended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
