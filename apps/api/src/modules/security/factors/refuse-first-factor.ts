import type { PaymentGate } from '../../../application/admit-payment.ts';
import { type CallSession, type Refusal, refuse } from '../../../application/call.ts';
import type { Factors } from '../../../ports/second-factors.ts';

const HELD = {
  'held-after-reset':
    'You reset your password recently. For your protection, you can’t add your first second factor yet.',
  'held-new-device':
    'You just signed in on a new device. For your protection, you can’t add your first second factor yet.',
} as const;

/**
 * Nothing approves a first second factor, and it would keep its owner out: a thief has to leave them time to notice.
 * @returns null when the session is under no hold
 */
export async function refuseFirstFactor(
  gate: Pick<PaymentGate, 'findHold'>,
  session: CallSession,
  now: Date,
): Promise<Refusal | null> {
  const hold = await gate.findHold(session);
  if (hold === null) return null;
  const retryAfter = Math.ceil((hold.until.getTime() - now.getTime()) / 1_000);
  return refuse(hold.code, { retryAfter, sentence: HELD[hold.code] });
}

/** @returns true when there is nothing that could approve another factor */
export function isFirstFactor({ passkeys, app }: Pick<Factors, 'passkeys' | 'app'>): boolean {
  return passkeys.length === 0 && app === null;
}
