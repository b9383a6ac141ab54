import type { PublicAddress } from '#domain/address/address';
import { addUnits, type BaseUnits, toBaseUnits } from '#domain/amount/base-units';
import {
  CANCELLATION_GAS,
  cancellationFees,
  feeCeiling,
  feeLadder,
  type LadderFees,
} from '#domain/operation/fee-ladder';
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

/** Every transaction of one nonce as it will be signed. */
export interface PlannedNonce {
  readonly nonce: number;
  /** Same payload in each rung, cheapest first. */
  readonly ladder: readonly UnsignedTransaction[];
  /** What uses the nonce instead if the operation is cancelled (`cancelling`). */
  readonly cancellation: UnsignedTransaction;
}

/** Every transaction of an operation as it will be signed. */
export interface TransactionPlan extends PlannedNonce {
  readonly account: PublicAddress;
  readonly approval: (PlannedNonce & { readonly reset?: PlannedNonce }) | null;
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
    ...planNonce(calls, call, nonce),
    approval:
      approval === null || approvalNonce === null
        ? null
        : {
            ...planNonce(calls, approval, approvalNonce),
            ...(reset !== null &&
              resetNonce !== null && { reset: planNonce(calls, reset, resetNonce) }),
          },
  };
}

/** @returns the most that the calls can cost besides the amount itself, base units of the native coin */
export function ceilingOf({ approval, call, fees, rungs }: Fees): BaseUnits {
  return addUnits(feeCeiling(gasOf({ approval, call }), fees, rungs), setAsideBy(approval));
}

/** @returns what goes out with the first transaction, base units of the native coin; 0 for an approval */
function setAsideBy(approval: PlannedApproval | null): BaseUnits {
  return toBaseUnits(approval?.value ?? 0n);
}

type Fees = Pick<PlannedCalls, 'approval' | 'call' | 'fees' | 'rungs'>;

/** @returns the gas limits together */
export function gasOf({ approval, call }: Pick<PlannedCalls, 'approval' | 'call'>): bigint {
  return (approval?.reset?.gas ?? 0n) + (approval?.gas ?? 0n) + call.gas;
}

function planNonce(calls: PlannedCalls, call: PlannedCall, nonce: number): PlannedNonce {
  const { chainId, fees, rungs } = calls;
  const { to, value, data, gas } = call;
  const ladderFees = feeLadder(gasOf(calls), fees, rungs);
  const top = ladderFees.at(-1) ?? fees;
  const instead = cancelling(calls, call);
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
function cancelling({ account, approval }: PlannedCalls, call: PlannedCall): PlannedCall {
  if (call === approval && call.value > 0n) {
    const { to, value, data, gas } = call;
    return { to, value, data, gas };
  }
  return { to: account, value: 0n, data: '0x', gas: CANCELLATION_GAS };
}
