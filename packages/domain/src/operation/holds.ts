import { addUnits, type BaseUnits, subtractOrZero, ZERO_UNITS } from '../amount/base-units.ts';
import type { TokenId } from '../token/token.ts';
import { isPrivateTransaction, isSigned, type Operation } from './operation.ts';

/** What one operation holds of one token of its account. */
export interface Hold {
  readonly chainId: number;
  readonly tokenId: TokenId;
  readonly units: BaseUnits;
  /** The block that the payment was seen in; null while none is known. */
  readonly minedInBlock: bigint | null;
}

/** How far a node whose balances are used can be behind the network, in milliseconds: mined payments are kept among the holds this long. */
export const BALANCE_LAG_MS = 10 * 60_000;

/**
 * What an operation holds of its account: the payment in its token, the fee at its ceiling in the native coin.
 * @returns two holds; for a private transaction, whose account is the broadcaster's, the fee alone once it is signed;
 *   none when it ended without a block (failed, replaced).
 */
export function holdsOf(operation: Operation): readonly Hold[] {
  if (operation.status === 'failed' || operation.status === 'replaced') return [];
  const minedInBlock = 'inclusion' in operation ? operation.inclusion.blockNumber : null;
  const { chainId, tokenId, amount, feeTokenId, feeCeiling } = operation;
  const fee = { chainId, tokenId: feeTokenId, units: feeCeiling, minedInBlock };
  if (isPrivateTransaction(operation)) return isSigned(operation) ? [fee] : [];
  return [{ chainId, tokenId, units: amount, minedInBlock }, fee];
}

/** True when a balance as of this block no longer contains what the operation paid. */
export function isInBalance({ minedInBlock }: Hold, blockNumber: bigint): boolean {
  return minedInBlock !== null && minedInBlock <= blockNumber;
}

/**
 * What must be subtracted from a balance as of a block.
 * The balance lacks a payment from its own block on: before that it is held, so that nothing is spent twice, and from
 * then on it is not, so that nothing is counted twice.
 * @returns base units of the token.
 */
export function heldUnits(
  holds: readonly Hold[],
  tokenId: TokenId,
  blockNumber: bigint,
): BaseUnits {
  let sum = ZERO_UNITS;
  for (const hold of holds) {
    if (hold.tokenId !== tokenId || isInBalance(hold, blockNumber)) continue;
    sum = addUnits(sum, hold.units);
  }
  return sum;
}

/** @returns what new payments may use: the balance minus what is held, never below zero. */
export function availableUnits(
  balance: BaseUnits,
  holds: readonly Hold[],
  reading: { readonly tokenId: TokenId; readonly blockNumber: bigint },
): BaseUnits {
  return subtractOrZero(balance, heldUnits(holds, reading.tokenId, reading.blockNumber));
}
