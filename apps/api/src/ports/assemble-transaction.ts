import type { PublicAddress } from '#domain/address/address';
import type { Rung } from '#domain/operation/operation';
import type { UnsignedTransaction } from '#domain/operation/unsigned-transaction';

/**
 * Puts a transaction and its signature together: 65 bytes as 0x and hex, parity, `r` and `s`.
 * @returns the bytes that a node takes, and their hash; null for anything but what the account's key signs for exactly
 *   this transaction
 */
export type AssembleTransaction = (
  transaction: UnsignedTransaction,
  signature: `0x${string}`,
  account: PublicAddress,
) => Rung | null;
