import type { PaymentGate } from '../../../application/admit-payment.ts';
import {
  type CallSession,
  type Client,
  type OpenedAccount,
  type Refusal,
  refuse,
} from '../../../application/call.ts';
import type { RequireApproval } from '../../../application/require-approval.ts';
import type { AccountKeys } from '../../../ports/accounts.ts';
import type { Audit } from '../../../ports/audit.ts';
import type { Protections } from '../../../ports/protections.ts';

export interface KeyAccessPorts {
  readonly requireApproval: RequireApproval;
  readonly gate: Pick<PaymentGate, 'findHold'>;
  readonly protections: Pick<Protections, 'read'>;
  readonly audit: Audit;
}

/** Who wants to see or replace the keys, and what exactly is approved. */
export interface KeyAccess {
  readonly session: CallSession;
  readonly client: Client;
  readonly reason: 'export-keys' | 'enrol-keys';
  readonly fields: readonly string[];
  /** What a refusal says after a reset, and on a new device. */
  readonly sentences: { readonly afterReset?: string; readonly newDevice: string };
  readonly now: Date;
}

const LOCKED_AFTER_RESET_MS = 24 * 60 * 60_000;

/** @returns why a user who entered the password gets no access to the keys now; null when they do */
export async function requireKeyAccess(
  ports: KeyAccessPorts,
  opened: OpenedAccount,
  { session, client, reason, fields, sentences, now }: KeyAccess,
): Promise<Refusal | null> {
  const { userId, sessionId } = session;
  const entry = { at: now, ip: client.ip, userId, sessionId };
  const { liftedResetAt } = await ports.protections.read(userId);
  const lockedFor = secondsLocked(opened, liftedResetAt, now);
  if (lockedFor > 0) {
    await ports.audit.append({ ...entry, event: 'export-refused' });
    const { afterReset: sentence } = sentences;
    return refuse('export-locked', { retryAfter: lockedFor, ...(sentence && { sentence }) });
  }
  const hold = await ports.gate.findHold(session);
  const approval = await ports.requireApproval(
    { session, client },
    {
      reasons: [reason],
      fields,
      // Whoever signed in with a stolen password did not add a passkey before that.
      ...(hold !== null && { isForPasskeys: true, addedBefore: hold.from }),
    },
  );
  if ('refused' in approval) return approval;
  if (hold === null || approval.kind !== 'no-factor') return null;
  await ports.audit.append({ ...entry, event: 'export-refused' });
  const retryAfter = Math.ceil((hold.until.getTime() - now.getTime()) / 1_000);
  return refuse('export-locked', { retryAfter, sentence: sentences.newDevice });
}

/**
 * An attacker who took over a user's email and phone must not get the keys immediately as well.
 * @param liftedResetAt of the reset whose hold a passkey ended
 */
function secondsLocked(
  { recoveredAt }: AccountKeys,
  liftedResetAt: Date | null,
  now: Date,
): number {
  if (recoveredAt === null || recoveredAt.getTime() === liftedResetAt?.getTime()) return 0;
  const left = recoveredAt.getTime() + LOCKED_AFTER_RESET_MS - now.getTime();
  return Math.max(0, Math.ceil(left / 1_000));
}
