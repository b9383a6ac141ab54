import { type MessageOwner, type MessagePayment, paymentContext } from './private-messages.ts';
import type { PrivateTransactionTerms } from './private-transactions.ts';
import type { SignedPrivatePlan } from './shielded-pool.ts';
import type { ShieldedSeals } from './shielded-seals.ts';

const PURPOSE = 'signed private plan';

/** Seals a plan and its signatures for the process that proves, for this user and payment. */
export function sealSignedPlan(
  seals: Pick<ShieldedSeals, 'sealWith'>,
  { owner, payment }: { readonly owner: MessageOwner; readonly payment: MessagePayment },
  plan: SignedPrivatePlan,
): Uint8Array {
  const context = paymentContext(PURPOSE, owner, payment);
  return seals.sealWith(owner.viewKey, Buffer.from(JSON.stringify(plan)), context);
}

/** @returns what was signed; null where the process that proves signs. Throws when it was sealed for anything else. */
export function openSignedPlan(
  seals: Pick<ShieldedSeals, 'openWith'>,
  owner: MessageOwner,
  terms: MessagePayment & Pick<PrivateTransactionTerms, 'sealedPlan'>,
): SignedPrivatePlan | null {
  if (terms.sealedPlan === null) return null;
  const context = paymentContext(PURPOSE, owner, terms);
  // Nothing but `sealSignedPlan` seals for this purpose.
  return JSON.parse(seals.openWith(owner.viewKey, terms.sealedPlan, context).toString('utf8'));
}
