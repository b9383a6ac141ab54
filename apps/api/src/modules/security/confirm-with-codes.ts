import {
  type CallSession,
  type Client,
  type Reauthenticate,
  type Refusal,
  refuse,
} from '../../application/call.ts';
import { tooMany } from '../../application/too-many-requests.ts';
import type { AccountRecovery } from '../../ports/account-recovery.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import { VaultBusy } from '../../ports/key-vault.ts';
import type { ConfirmedPurpose } from '../../ports/one-time-codes.ts';

export interface ConfirmWithCodesPorts {
  readonly reauthenticate: Reauthenticate;
  readonly recovery: Pick<AccountRecovery, 'confirm'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
}

/** What a signed-in user confirms with the password and both codes. */
export interface ConfirmedRequest {
  readonly session: CallSession;
  readonly client: Client;
  readonly purpose: ConfirmedPurpose;
  readonly password: string;
  readonly emailOTP: string;
  readonly phoneOTP: string;
}

const BUSY_RETRY_S = 3;

/** Runs `work` once the password and both codes were right, in this order: a wrong password uses up no code. */
export function confirmWithCodes<T>(
  ports: ConfirmWithCodesPorts,
  request: ConfirmedRequest,
  work: () => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const { session, client, password } = request;
  return ports.reauthenticate({ session, client, password }, async () => {
    const refusal = await useCodes(ports, request);
    return refusal ?? work();
  });
}

async function useCodes(
  { recovery, audit, clock }: ConfirmWithCodesPorts,
  { session, client, purpose, emailOTP, phoneOTP }: ConfirmedRequest,
): Promise<Refusal | null> {
  const { userId, sessionId } = session;
  const { ip } = client;
  const typed = { emailOTP, phoneOTP, ip, requesters: [requesterOf(session)] };
  try {
    const outcome = await recovery.confirm({ userId, purpose }, typed);
    if (outcome.kind === 'right') return null;
    if (outcome.kind !== 'wrong') return tooMany(outcome.seconds);
  } catch (cause) {
    if (!(cause instanceof VaultBusy)) throw cause;
    return refuse('busy', { retryAfter: BUSY_RETRY_S });
  }
  await audit.append({ at: clock.now(), event: 'codes-refused', ip, userId, sessionId });
  return refuse('codes-not-right');
}

/** @returns to whom codes of a signed-in user belong: to the session that requested them */
export function requesterOf({ sessionId }: Pick<CallSession, 'sessionId'>): string {
  return `session ${sessionId}`;
}
