import type { PaymentGate } from '../../../application/admit-payment.ts';
import {
  type CallSession,
  type Client,
  type OpenedAccount,
  type Refusal,
  refuse,
} from '../../../application/call.ts';
import { createRecoveryCodes, displayRecoveryCode } from '../../../application/factor-codes.ts';
import { factorNotices } from '../../../application/factor-notices.ts';
import type { RequireApproval } from '../../../application/require-approval.ts';
import type { Audit } from '../../../ports/audit.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Randomness } from '../../../ports/randomness.ts';
import type { AddedFactor, FactorAddition } from '../../../ports/second-factors.ts';
import { refuseFirstFactor } from './refuse-first-factor.ts';

export interface AddFactorPorts {
  readonly requireApproval: RequireApproval;
  readonly gate: Pick<PaymentGate, 'findHold'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomness: Randomness;
}

export interface NewFactor {
  readonly request: { readonly session: CallSession; readonly client: Client };
  readonly opened: OpenedAccount;
  readonly kind: 'passkey' | 'app';
  /** What distinguishes this factor from every other one. */
  readonly fields: readonly string[];
}

/** A factor that was added. */
export interface FactorAdded {
  /** Those that were stored; null when none were. */
  readonly recoveryCodes: string[] | null;
  readonly addedAt: Date;
}

/**
 * Adds a factor for a user who entered the password; another factor approves it, if there is one.
 * @param store stores it, with recovery codes for a user who has none left
 */
export async function addFactor(
  { requireApproval, gate, audit, clock, randomness }: AddFactorPorts,
  { request, opened, kind, fields }: NewFactor,
  store: (addition: FactorAddition) => Promise<AddedFactor>,
): Promise<FactorAdded | Refusal> {
  const { session, client } = request;
  const { userId, sessionId } = session;
  const approved = await requireApproval(request, { reasons: ['add-factor'], fields });
  if ('refused' in approved) return approved;
  const now = clock.now();
  const held = approved.kind === 'no-factor' ? await refuseFirstFactor(gate, session, now) : null;
  if (held !== null) return held;
  const recoveryCodes = createRecoveryCodes(randomness);
  const event = { ip: client.ip, at: now, what: kind };
  const notices = factorNotices('factor-added', opened.account, event);
  const added = await store({ userId, recoveryCodes, notices, now });
  if (added.kind === 'too-many') return refuse('too-many-passkeys');
  if (added.kind === 'taken') return refuse('passkey-not-valid');
  const entry = { at: now, ip: client.ip, userId, sessionId };
  await audit.append({ ...entry, event: kind === 'passkey' ? 'passkey-added' : 'app-added' });
  const shown = added.hasNewCodes ? recoveryCodes.map(displayRecoveryCode) : null;
  return { recoveryCodes: shown, addedAt: now };
}
