import { isSameAddress } from '../address/parse-public-address.ts';
import type { OperationDetails } from './operation.ts';

/** What of an operation decides which allowance it uses. */
export type AllowanceUse = Pick<
  OperationDetails,
  'chainId' | 'account' | 'kind' | 'tokenId' | 'feeTokenId' | 'recipient'
>;

/** True for an operation that has a contract take a token: a shield or a step of a swap, but not of the native coin. */
export function usesAllowance({
  kind,
  tokenId,
  feeTokenId,
}: Pick<AllowanceUse, 'kind' | 'tokenId' | 'feeTokenId'>): boolean {
  return (kind === 'shield' || kind === 'swap') && tokenId !== feeTokenId;
}

/**
 * True when two operations use one allowance, so that either can use up what the other counts on. Every shield of a
 * token has the same spender; a step of a swap is paid to its own.
 */
export function sharesAllowance(one: AllowanceUse, other: AllowanceUse): boolean {
  const isSameToken =
    one.chainId === other.chainId &&
    isSameAddress(one.account, other.account) &&
    one.kind === other.kind &&
    one.tokenId === other.tokenId;
  if (!isSameToken || !usesAllowance(one)) return false;
  return one.kind === 'shield' || isSameAddress(one.recipient, other.recipient);
}
