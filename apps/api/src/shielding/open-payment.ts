import type { FailureReason } from '#domain/operation/operation';
import { openMessage } from '../ports/private-messages.ts';
import type { PrecomputeRequest } from '../ports/private-transactions.ts';
import type { SignedPrivatePlan } from '../ports/shielded-pool.ts';
import { openSignedPlan } from '../ports/signed-private-plans.ts';
import type { UserWallet } from './open-wallets.ts';
import type { ShieldingPorts } from './shielding-ports.ts';

/** What only a user's open wallet can read of their private payment. */
export interface OpenedPayment {
  /** To the recipient; null for none. */
  readonly message: string | null;
  /** What their owner signed; null where this process signs, `missing` where their owner would have to. */
  readonly signed: SignedPrivatePlan | 'missing' | null;
}

/** @returns the sealed parts of a payment from a user's own wallet, or why it ends */
export function openPayment(
  { seals, report }: Pick<ShieldingPorts, 'seals' | 'report'>,
  { userId, terms }: PrecomputeRequest,
  { viewKey, canSign }: UserWallet,
): OpenedPayment | FailureReason {
  const owner = { userId, viewKey };
  let reason: FailureReason = 'message-unreadable';
  try {
    // Never without it: what the user confirmed has a message.
    const message = openMessage(seals, owner, terms);
    reason = 'not-approved';
    const signed = openSignedPlan(seals, owner, terms);
    return { message, signed: signed === null && !canSign ? 'missing' : signed };
  } catch (cause) {
    const part = reason === 'not-approved' ? 'signed plan' : 'message';
    report({ message: `The ${part} of a private payment could not be opened.`, cause });
    return reason;
  }
}
