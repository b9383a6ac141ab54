import { type BaseUnits, gasCost } from '#domain/amount/base-units';
import type { PlannedApproval, PlannedCalls } from '#signing/public/planned-calls';
import type { ContractCall, PresentFees } from '../ports/contract-calls.ts';

/** A call and the approval before it, with gas and fees. */
export interface PricedCalls extends Pick<PlannedCalls, 'approval' | 'call' | 'fees'> {
  /** At the present base fee, base units of the native coin. */
  readonly estimatedFee: BaseUnits;
}

/** An approval that is not priced yet, with the reset before it where there is one. */
export interface ApprovalCall extends ContractCall {
  readonly reset?: ContractCall;
}

interface CallsToPrice {
  readonly approval: ApprovalCall | null;
  readonly call: ContractCall;
}

/** @returns the calls in the order in which they are mined */
export function callsInOrder({ approval, call }: CallsToPrice): readonly ContractCall[] {
  if (approval === null) return [call];
  return approval.reset === undefined ? [approval, call] : [approval.reset, approval, call];
}

/**
 * Prices a call with the approval before it.
 * @param gas what a simulation says of `callsInOrder`
 */
export function priceCalls(
  { approval, call }: CallsToPrice,
  gas: readonly { readonly used: bigint; readonly limit: bigint }[],
  { fees, pricePerGas }: PresentFees,
): PricedCalls {
  const [last, first, before] = gas.toReversed();
  if (last === undefined || gas.length !== callsInOrder({ approval, call }).length) {
    throw new Error('A simulation did not price every call.');
  }
  const used = gas.reduce((sum, each) => sum + each.used, 0n);
  return {
    approval: approval && first ? pricedApproval(approval, first.limit, before?.limit) : null,
    call: { ...call, gas: last.limit },
    fees,
    estimatedFee: gasCost(used, pricePerGas),
  };
}

function pricedApproval(
  { reset, ...approval }: ApprovalCall,
  gas: bigint,
  resetGas: bigint | undefined,
): PlannedApproval {
  const priced = { ...approval, gas };
  if (reset === undefined || resetGas === undefined) return priced;
  return { ...priced, reset: { ...reset, gas: resetGas } };
}
