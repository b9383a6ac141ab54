import { isSameAddress } from '#domain/address/parse-public-address';
import {
  CANCELLATION_GAS,
  exceedsFeeCap,
  MOST_RUNGS,
  USUAL_RUNGS,
} from '#domain/operation/fee-ladder';
import type { PublicPlan } from './plan.ts';
import { callsOf } from './plan.ts';
import type { PlanCheck } from './plan-check.ts';
import { ceilingOf, gasOf } from './planned-calls.ts';

/** What one transaction may be given: a third of a block of Ethereum. */
const MOST_GAS = 10_000_000n;
/** Far above what an account of one person can reach. */
const MOST_NONCE = 2 ** 31;

/** @returns whether a plan is of this account and chain, as the check that it failed; null when it is */
export function checkOwner(
  plan: PublicPlan,
  { chainId }: { readonly chainId: number },
  account: string,
): PlanCheck | null {
  if (!isSameAddress(plan.account, account)) return 'account';
  return plan.chainId === chainId ? null : 'chain';
}

/**
 * Checks what is left to the server: rising nonces, gas, and fees up to what was confirmed for the dearest rung of all
 * transactions together. A cancellation costs at most 130 % of that, since it has less gas.
 * @param feeCeiling base units of the native coin
 * @returns the check that the plan failed; null when it is within all bounds
 */
export function checkExecution(plan: PublicPlan, feeCeiling: bigint): PlanCheck | null {
  const calls = callsOf(plan);
  const nonces = calls.map(({ nonce }) => nonce);
  const isRising = nonces.every((nonce, place) => nonce > (nonces[place - 1] ?? -1));
  if (!isRising || nonces.some((nonce) => nonce >= MOST_NONCE)) return 'nonce';
  if (calls.some(({ gas }) => gas < CANCELLATION_GAS || gas > MOST_GAS)) return 'gas';
  if (plan.rungs < USUAL_RUNGS || plan.rungs > MOST_RUNGS) return 'rungs';
  const { maxFeePerGas, maxPriorityFeePerGas } = plan.fees;
  const isPriced = maxFeePerGas > 0n && maxPriorityFeePerGas <= maxFeePerGas;
  if (!isPriced || exceedsFeeCap(gasOf(plan), plan.fees)) return 'fees';
  return ceilingOf(plan) > feeCeiling ? 'fee-ceiling' : null;
}
