import type { PublicAddress } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import { feeCeiling, feeLadder, type LadderFees } from '#domain/operation/fee-ladder';
import type { UnsignedTransaction } from '../ports/public-chain.ts';

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

/** The nonces that the store assigns to an operation. */
export interface PlanNonces {
  readonly nonce: number;
  /** Null exactly when there is no approval. */
  readonly approvalNonce: number | null;
  /** Null exactly when the approval has no reset. */
  readonly resetNonce: number | null;
}

/** Every transaction of an operation as it will be signed: same payload in each rung, rising fees. */
export interface TransactionPlan {
  readonly account: PublicAddress;
  readonly nonce: number;
  /** Cheapest first. */
  readonly ladder: readonly UnsignedTransaction[];
  readonly approval: (PlannedLadder & { readonly reset?: PlannedLadder }) | null;
}

interface PlannedLadder {
  readonly nonce: number;
  readonly ladder: readonly UnsignedTransaction[];
}

/** @returns what has to be signed; throws when an approval or a reset has no nonce, or a nonce neither */
export function planTransactions(
  calls: PlannedCalls,
  { nonce, approvalNonce, resetNonce }: PlanNonces,
): TransactionPlan {
  const { account, approval, call } = calls;
  const reset = approval?.reset ?? null;
  if (
    (approval === null) !== (approvalNonce === null) ||
    (reset === null) !== (resetNonce === null)
  ) {
    throw new Error(`An approval of ${account} and its nonce do not go together.`);
  }
  return {
    account,
    nonce,
    ladder: rungsOf(calls, call, nonce),
    approval:
      approval === null || approvalNonce === null
        ? null
        : {
            nonce: approvalNonce,
            ladder: rungsOf(calls, approval, approvalNonce),
            ...(reset !== null &&
              resetNonce !== null && {
                reset: { nonce: resetNonce, ladder: rungsOf(calls, reset, resetNonce) },
              }),
          },
  };
}

/** @returns the most that the network can charge for the calls, base units of the native coin */
export function ceilingOf({ approval, call, fees, rungs }: Fees): BaseUnits {
  return feeCeiling(gasOf({ approval, call }), fees, rungs);
}

type Fees = Pick<PlannedCalls, 'approval' | 'call' | 'fees' | 'rungs'>;

/** @returns the gas limits together */
export function gasOf({ approval, call }: Pick<PlannedCalls, 'approval' | 'call'>): bigint {
  return (approval?.reset?.gas ?? 0n) + (approval?.gas ?? 0n) + call.gas;
}

function rungsOf(
  calls: PlannedCalls,
  { to, value, data, gas }: PlannedCall,
  nonce: number,
): readonly UnsignedTransaction[] {
  const { chainId, fees, rungs } = calls;
  return feeLadder(gasOf(calls), fees, rungs).map((fee) => ({
    ...{ chainId, nonce, to, value, data, gas },
    ...fee,
  }));
}
