import type { TransactionSignature } from '#signing/public/eip1559';
import { type PublicPlan, transactionsOf } from '#signing/public/plan';
import type { AssembleTransaction } from '../ports/assemble-transaction.ts';
import { OtherPlan, type WithSigner } from './sign-plan.ts';

/**
 * Verifies what an owner signed of a plan: one signature for each of its transactions, in their order, by the key of
 * its account.
 * @returns a signer that has these signatures, and refuses other nonces than the plan's with `OtherPlan`; null for any
 *   other signatures
 */
export function ownerSigner(
  { assemble }: { readonly assemble: AssembleTransaction },
  signed: PublicPlan,
  signatures: readonly string[],
): WithSigner | null {
  const transactions = transactionsOf(signed);
  const made = signatures as readonly TransactionSignature[];
  const isSigned =
    made.length === transactions.length &&
    transactions.every((transaction, place) => {
      const signature = made[place];
      return signature !== undefined && assemble(transaction, signature, signed.account) !== null;
    });
  if (!isSigned) return null;
  const nonces = noncesOf(signed);
  return async (work) => ({
    ok: true,
    value: await work(async (plan) => {
      if (noncesOf(plan) !== nonces) throw new OtherPlan();
      return made;
    }),
  });
}

function noncesOf({ approval, call }: PublicPlan): string {
  return [approval?.reset?.nonce, approval?.nonce, call.nonce].join(' ');
}
