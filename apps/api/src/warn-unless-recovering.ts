import type { Logger } from 'pino';
import type { AccountRecovery } from './ports/account-recovery.ts';

/**
 * Warns when account recovery does not respond, or has another kind of key than the pages say. Without it everything but
 * registrations and resets works, so it is not waited for.
 */
export async function warnUnlessRecovering(
  recovery: Pick<AccountRecovery, 'kind'>,
  expected: 'file' | 'aws-kms',
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  try {
    const actual = await recovery.kind();
    if (actual !== expected)
      log.warn(`RECOVERY_KEY is ${expected}, and that of account recovery ${actual}.`);
  } catch (cause) {
    log.warn({ err: cause }, 'Account recovery does not respond yet.');
  }
}
