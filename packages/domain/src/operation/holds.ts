import { addUnits, type BaseUnits, subtractOrZero, ZERO_UNITS } from '../amount/base-units.ts';
import type { TokenId } from '../token/token.ts';
import { isPrivateTransaction, isSigned, type Operation } from './operation.ts';

/** What one operation holds of one token of its account. */
export interface Hold {
  readonly chainId: number;
  readonly tokenId: TokenId;
  readonly units: BaseUnits;
  /** When the payment was first seen in a block; null while none is known. */
  readonly minedAt: Date | null;
}

/**
 * A balance that was read less than this long after a payment was mined may come from a node that has not
 * seen the block yet, in milliseconds.
 */
export const SETTLE_MS = 5_000;

/**
 * What an operation holds of its account: the payment in its token, the fee at its ceiling in the native coin.
 * @returns two holds; for a private transaction, whose account is the broadcaster's, the fee alone once it is signed;
 *   none when it ended without a block (failed, replaced).
 */
export function holdsOf(operation: Operation): readonly Hold[] {
  if (operation.status === 'failed' || operation.status === 'replaced') return [];
  const minedAt = 'inclusion' in operation ? operation.inclusion.minedAt : null;
  const { chainId, tokenId, amount, feeTokenId, feeCeiling } = operation;
  const fee = { chainId, tokenId: feeTokenId, units: feeCeiling, minedAt };
  if (isPrivateTransaction(operation)) return isSigned(operation) ? [fee] : [];
  return [{ chainId, tokenId, units: amount, minedAt }, fee];
}

/**
 * What must be subtracted from a balance that was read at `readAt`.
 * A mined payment is already in the balance when it was mined long enough before the reading; until then it
 * is held, so that nothing is spent twice, and afterwards it is not, so that nothing is counted twice.
 * @returns base units of the token.
 */
export function heldUnits(holds: readonly Hold[], tokenId: TokenId, readAt: Date): BaseUnits {
  let sum = ZERO_UNITS;
  for (const hold of holds) {
    const isInBalance =
      hold.minedAt !== null && hold.minedAt.getTime() + SETTLE_MS <= readAt.getTime();
    if (hold.tokenId === tokenId && !isInBalance) sum = addUnits(sum, hold.units);
  }
  return sum;
}

/** @returns what new payments may use: the balance minus what is held, never below zero. */
export function availableUnits(
  balance: BaseUnits,
  holds: readonly Hold[],
  reading: { readonly tokenId: TokenId; readonly readAt: Date },
): BaseUnits {
  return subtractOrZero(balance, heldUnits(holds, reading.tokenId, reading.readAt));
}
