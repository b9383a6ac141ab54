import type { Logger } from 'pino';

const GIVE_UP_AFTER_MS = 30_000;

/**
 * On SIGTERM or SIGINT: runs the steps in order, then ends the process; gives up after half a minute. An error that
 * nothing caught, a rejected promise included, is logged with the fields that the log allows, and ends the process
 * immediately: nothing is known of its state any more. Node would print all of the error, such as a row of the
 * database. What was committed is continued after the next start.
 */
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
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'an error was not caught');
    process.exit(1);
  });
}
