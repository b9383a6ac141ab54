import { isSameAddress } from '#domain/address/parse-public-address';
import { checkExecution, checkOwner } from './check-execution.ts';
import type { NumberedCall, PublicPlan } from './plan.ts';
import type { CheckedPlan, PlanCheck } from './plan-check.ts';
import { transferCall } from './token-calls.ts';

/** A public payment as its owner confirmed it. */
export interface SendConfirmation {
  readonly kind: 'send';
  readonly chainId: number;
  /** Contract; null for the native coin. */
  readonly token: string | null;
  /** `0x…` */
  readonly recipient: string;
  /** Base units of the token. */
  readonly amount: bigint;
  /** The most that the network may charge, base units of the native coin. */
  readonly feeCeiling: bigint;
}

/**
 * Compares a plan of the server with the payment that was confirmed: the call is built again from the confirmation, and
 * only nonce, gas and fees are the server's. Those stay within their bounds; whether the nonce is the next one is the
 * server's word.
 * @param account whose key is about to sign
 */
export function checkSendPlan(
  plan: PublicPlan,
  confirmation: SendConfirmation,
  account: string,
): CheckedPlan {
  const check =
    checkOwner(plan, confirmation, account) ??
    (plan.approval === null ? null : 'approval') ??
    checkTransfer(plan.call, confirmation) ??
    checkExecution(plan, confirmation.feeCeiling);
  return check === null ? { ok: true } : { ok: false, check };
}

/** @returns what of the call differs; null when it is the confirmed one to the last byte */
function checkTransfer(call: NumberedCall, confirmation: SendConfirmation): PlanCheck | null {
  const { token, recipient } = confirmation;
  const expected = transferCall(token, confirmation);
  if (!isSameAddress(call.to, expected.to)) return token === null ? 'recipient' : 'token';
  if (call.value !== expected.value) return token === null ? 'amount' : 'call';
  if (call.data === expected.data) return null;
  // It differs somewhere: where, names the check.
  if (token === null || call.data.length !== expected.data.length) return 'call';
  if (call.data === transferCall(token, { recipient, amount: amountIn(call.data) }).data) {
    return 'amount';
  }
  return call.data.startsWith(expected.data.slice(0, SELECTOR_END)) ? 'recipient' : 'call';
}

/** Characters of `0x` and the four bytes that name a function. */
const SELECTOR_END = 10;
const WORD_DIGITS = 64;

function amountIn(data: string): bigint {
  return BigInt(`0x${data.slice(-WORD_DIGITS)}`);
}
