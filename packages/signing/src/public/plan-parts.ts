import { bytesToHex } from '@noble/curves/utils.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { CheckedOrder, SignedPart } from '../signature-log.ts';
import { callsOf, type PublicPlan } from './plan.ts';
import { writePublicPlan } from './read-plan.ts';

/** @returns the name under which a signature log knows a nonce of an account */
export function nonceUse({
  chainId,
  account,
  nonce,
}: Pick<PublicPlan, 'chainId' | 'account'> & { readonly nonce: number }): string {
  return `${chainId} ${account.toLowerCase()} ${nonce}`;
}

/**
 * @param amount what the plan's call pays, base units of the token
 * @returns a checked plan as a signature log keeps it: its call, and what carries native coin before it
 */
export function publicOrder(orderId: string, plan: PublicPlan, amount: bigint): CheckedOrder {
  const parts = callsOf(plan).flatMap<SignedPart>((call) => {
    const uses = [nonceUse({ ...plan, nonce: call.nonce })];
    if (call === plan.call) return [{ uses, pays: amount }];
    return call.value > 0n ? [{ uses, pays: call.value }] : [];
  });
  return { orderId, planHash: publicPlanHash(plan), parts };
}

/** @returns 32 bytes as 0x and hex, the same for plans with the same transactions to sign */
function publicPlanHash(plan: PublicPlan): string {
  const text = JSON.stringify(writePublicPlan(plan));
  return `0x${bytesToHex(keccak_256(new TextEncoder().encode(text)))}`;
}
