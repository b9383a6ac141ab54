import type { Logger } from 'pino';

const GIVE_UP_AFTER_MS = 30_000;

/** On SIGTERM or SIGINT: runs the steps in order, then ends the process; gives up after half a minute. */
export function stopOnSignal(log: Logger, steps: readonly (() => Promise<unknown>)[]): void {
  let isStopping = false;
  async function stop(signal: string): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), GIVE_UP_AFTER_MS).unref();
    for (const step of steps) {
      await step().catch((err) => log.error({ err }, 'a step of stopping failed'));
    }
    process.exit(0);
  }
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
