import type { PublicAddress } from '#domain/address/address';
import { addUnits, type BaseUnits, toBaseUnits } from '#domain/amount/base-units';
import { feeCeiling, type LadderFees } from '#domain/operation/fee-ladder';
import type { UnsignedTransaction } from '#domain/operation/unsigned-transaction';

/** What one transaction does and how much gas it is given. */
export type PlannedCall = Pick<UnsignedTransaction, 'to' | 'value' | 'data' | 'gas'>;

/** An approval, and the reset that has to be mined before it where a leftover allowance cannot be changed directly. */
export interface PlannedApproval extends PlannedCall {
  readonly reset?: PlannedCall;
}

/** What an operation's transactions are made of, before they have nonces. */
export interface PlannedCalls {
  readonly chainId: number;
  /** Whose nonces are used, and whose key signs. */
  readonly account: PublicAddress;
  /** The approval that has to be mined before the call; null when none is needed. */
  readonly approval: PlannedApproval | null;
  readonly call: PlannedCall;
  /** Of the cheapest rung. */
  readonly fees: LadderFees;
  /** How many rungs are signed, where the fee cap leaves room for them. */
  readonly rungs: number;
}

/** @returns the most that the calls can cost besides the amount itself, base units of the native coin */
export function ceilingOf({
  approval,
  call,
  fees,
  rungs,
}: Pick<PlannedCalls, 'approval' | 'call' | 'fees' | 'rungs'>): BaseUnits {
  return addUnits(feeCeiling(gasOf({ approval, call }), fees, rungs), setAsideBy(approval));
}

/** @returns what goes out with the first transaction, base units of the native coin; 0 for an approval */
function setAsideBy(approval: PlannedApproval | null): BaseUnits {
  return toBaseUnits(approval?.value ?? 0n);
}

/** @returns the gas limits together */
export function gasOf({ approval, call }: Pick<PlannedCalls, 'approval' | 'call'>): bigint {
  return (approval?.reset?.gas ?? 0n) + (approval?.gas ?? 0n) + call.gas;
}
