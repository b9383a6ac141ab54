import type { BaseUnits } from '../amount/base-units.ts';
import { availableUnits, type Hold } from './holds.ts';
import type { OperationDetails } from './operation.ts';

/** Balances of the paying account, both as of one block. */
export interface Funds {
  readonly blockNumber: bigint;
  readonly tokenBalance: BaseUnits;
  readonly nativeBalance: BaseUnits;
}

export type FundsCheck =
  | { readonly ok: true }
  | { readonly ok: false; readonly of: 'token' | 'fee'; readonly available: BaseUnits };

/**
 * Whether a user's own account can pay an amount and the highest network fee besides what its other payments hold.
 * @returns otherwise what is insufficient: the token itself, or the native coin for the fee, and how much is available.
 */
export function checkFunds(
  details: Pick<OperationDetails, 'chainId' | 'tokenId' | 'feeTokenId' | 'amount' | 'feeCeiling'>,
  funds: Funds,
  holds: readonly Hold[],
): FundsCheck {
  const { blockNumber } = funds;
  const holdsHere = holds.filter((hold) => hold.chainId === details.chainId);
  const token = availableUnits(funds.tokenBalance, holdsHere, {
    tokenId: details.tokenId,
    blockNumber,
  });
  if (details.amount > token) return { ok: false, of: 'token', available: token };
  const native = availableUnits(funds.nativeBalance, holdsHere, {
    tokenId: details.feeTokenId,
    blockNumber,
  });
  const isNativePayment = details.tokenId === details.feeTokenId;
  const needed = details.feeCeiling + (isNativePayment ? details.amount : 0n);
  if (needed > native) return { ok: false, of: 'fee', available: native };
  return { ok: true };
}
