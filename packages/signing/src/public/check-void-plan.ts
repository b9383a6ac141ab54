import { isSameAddress } from '#domain/address/parse-public-address';
import { checkExecution, checkOwner } from './check-execution.ts';
import type { PublicPlan } from './plan.ts';
import type { CheckedPlan } from './plan-check.ts';

/** That an order which was signed and never arrived is to be made impossible, at a price. */
export interface VoidConfirmation {
  readonly kind: 'void';
  readonly chainId: number;
  /** The most that the network may charge, base units of the native coin. */
  readonly feeCeiling: bigint;
}

/**
 * Compares a plan of the server with a void that was confirmed: a transaction of the account to itself that moves
 * nothing. That it uses the order's nonce is for the signature log to say (`isVoidedBy`).
 */
export function checkVoidPlan(
  plan: PublicPlan,
  confirmation: VoidConfirmation,
  account: string,
): CheckedPlan {
  const { to, value, data } = plan.call;
  const check =
    checkOwner(plan, confirmation, account) ??
    (plan.approval === null ? null : 'approval') ??
    (isSameAddress(to, account) ? null : 'recipient') ??
    (value === 0n ? null : 'amount') ??
    (data === '0x' ? null : 'call') ??
    checkExecution(plan, confirmation.feeCeiling);
  return check === null ? { ok: true } : { ok: false, check };
}
