import {
  type CallSession,
  type Client,
  type OpenedAccount,
  type Reauthenticate,
  refuse,
} from '../../../application/call.ts';
import { tooMany } from '../../../application/too-many-requests.ts';
import type { Accounts } from '../../../ports/accounts.ts';
import type { AttemptLimits } from '../../../ports/attempt-limits.ts';
import type { Audit } from '../../../ports/audit.ts';
import type { Clock } from '../../../ports/clock.ts';
import { type KeyVault, VaultBusy } from '../../../ports/key-vault.ts';
import { BUSY_RETRY_S } from '../login.ts';
import { clearAttempts, giveBackAttempt, sessionKeys, takeAttempt } from './login-attempts.ts';

export interface ReauthenticationPorts {
  readonly accounts: Pick<Accounts, 'findKeys'>;
  readonly vault: Pick<KeyVault, 'openWithPassword'>;
  readonly limits: AttemptLimits;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
}

/** A session is no license to guess, and has counters of its own: no one who tries to sign in can fill them. */
export function createReauthentication(ports: ReauthenticationPorts): Reauthenticate {
  return async ({ session, password, client }, work) => {
    const found = await ports.accounts.findKeys(session.userId);
    if (found === null) return refuse('unauthorized');
    const keys = sessionKeys(session.userId, session.sessionId);
    const wait = await takeAttempt(ports.limits, keys, ports.clock.now());
    if (wait > 0) return tooMany(wait);
    try {
      const { userId } = session;
      const { keyRecord } = found;
      const dataKey = await ports.vault.openWithPassword({
        userId,
        password,
        keyRecord,
        lane: 'known',
      });
      if (dataKey === null) {
        await auditWrongPassword(ports, session, client);
        return refuse('password-wrong');
      }
      await clearAttempts(ports.limits, keys);
      return await withScope({ ...found, dataKey }, work);
    } catch (cause) {
      if (!(cause instanceof VaultBusy)) throw cause;
      await giveBackAttempt(ports.limits, keys);
      return refuse('busy', { retryAfter: BUSY_RETRY_S });
    }
  };
}

async function withScope<T>(opened: OpenedAccount, work: (opened: OpenedAccount) => Promise<T>) {
  try {
    return await work(opened);
  } finally {
    opened.dataKey.fill(0);
  }
}

function auditWrongPassword(
  { audit, clock }: ReauthenticationPorts,
  { userId, sessionId }: CallSession,
  { ip }: Client,
): Promise<void> {
  return audit.append({ at: clock.now(), event: 'password-wrong', ip, userId, sessionId });
}
