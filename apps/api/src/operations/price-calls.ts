import { type BaseUnits, gasCost } from '#domain/amount/base-units';
import type { ContractCall, PresentFees } from '../ports/contract-calls.ts';
import type { PlannedCalls } from './plan-transactions.ts';

/** A call and the approval before it, with gas and fees. */
export interface PricedCalls extends Pick<PlannedCalls, 'approval' | 'call' | 'fees'> {
  /** At the present base fee, base units of the native coin. */
  readonly estimatedFee: BaseUnits;
}

/**
 * Prices a call with the approval before it.
 * @param gas what a simulation says of both, in the order in which they are mined
 */
export function priceCalls(
  { approval, call }: { readonly approval: ContractCall | null; readonly call: ContractCall },
  gas: readonly { readonly used: bigint; readonly limit: bigint }[],
  { fees, pricePerGas }: PresentFees,
): PricedCalls {
  const [first, last = first] = gas;
  if (first === undefined || last === undefined) throw new Error('A simulation priced nothing.');
  const used = gas.reduce((sum, each) => sum + each.used, 0n);
  return {
    approval: approval && { ...approval, gas: first.limit },
    call: { ...call, gas: last.limit },
    fees,
    estimatedFee: gasCost(used, pricePerGas),
  };
}
