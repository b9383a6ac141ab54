import {
  CANCELLATION_GAS,
  cancellationFees,
  type FeesPerGas,
  feeLadder,
} from '#domain/operation/fee-ladder';
import type { UnsignedTransaction } from '#domain/operation/unsigned-transaction';
import { gasOf, type PlannedCall, type PlannedCalls } from './planned-calls.ts';

/** A call and the nonce that it uses. */
export interface NumberedCall extends PlannedCall {
  readonly nonce: number;
}

/**
 * All that the transactions of a public operation follow from: the server proposes it, and whoever has the key signs
 * what follows.
 */
export interface PublicPlan extends PlannedCalls {
  readonly approval: (NumberedCall & { readonly reset?: NumberedCall }) | null;
  readonly call: NumberedCall;
}

/** Every transaction of one nonce as it will be signed. */
export interface PlannedNonce {
  readonly nonce: number;
  /** Same payload in each rung, cheapest first. */
  readonly ladder: readonly UnsignedTransaction[];
  /** What uses the nonce instead if the operation is cancelled (`cancelling`). */
  readonly cancellation: UnsignedTransaction;
}

/** @returns every transaction of a plan, nonce after nonce as they are used: reset, approval, call */
export function ladderOf(plan: PublicPlan): readonly PlannedNonce[] {
  const fees = feeLadder(gasOf(plan), plan.fees, plan.rungs);
  return callsOf(plan).map((call) => planNonce(plan, call, fees));
}

/** @returns the same one after another, each ladder before its cancellation: the order of a plan's signatures */
export function transactionsOf(plan: PublicPlan): readonly UnsignedTransaction[] {
  return ladderOf(plan).flatMap(({ ladder, cancellation }) => [...ladder, cancellation]);
}

/** @returns the calls of a plan in the order in which they are mined */
export function callsOf({ approval, call }: PublicPlan): readonly NumberedCall[] {
  if (approval === null) return [call];
  return approval.reset === undefined ? [approval, call] : [approval.reset, approval, call];
}

function planNonce(
  plan: PublicPlan,
  call: NumberedCall,
  ladderFees: readonly FeesPerGas[],
): PlannedNonce {
  const { chainId, fees } = plan;
  const { nonce, to, value, data, gas } = call;
  const top = ladderFees.at(-1) ?? fees;
  const instead = cancelling(plan, call);
  return {
    nonce,
    ladder: ladderFees.map((fee) => ({ ...{ chainId, nonce, to, value, data, gas }, ...fee })),
    cancellation: {
      ...{ chainId, nonce, ...instead },
      ...cancellationFees(top, fees.feeCap, instead.gas),
    },
  };
}

/**
 * What uses a nonce when the operation is cancelled: nothing, sent by the account to itself. Where the first transaction
 * carries native coin, it is the same once more: the call after it may be mined all the same, and what that pays could
 * not be moved on without the coin.
 */
function cancelling({ account, approval }: PublicPlan, call: NumberedCall): PlannedCall {
  if (call === approval && call.value > 0n) {
    const { to, value, data, gas } = call;
    return { to, value, data, gas };
  }
  return { to: account, value: 0n, data: '0x', gas: CANCELLATION_GAS };
}
