import * as z from 'zod/mini';
import type { TransactionHash } from '#domain/address/address';

/** A JSON-RPC quantity: `0x` and hex digits, read as a bigint. */
export const quantity = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]+$/i)),
  z.transform((text) => BigInt(text)),
);

/** Bytes of any length. */
export const bytes = z.custom<`0x${string}`>(
  (value) => typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value),
);

/** 32 bytes, read in lower case. */
export const hash = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{64}$/i)),
  z.transform((text) => text.toLowerCase() as TransactionHash),
);

/** The parts of a block that are used. */
export const block = z.object({ number: quantity, hash });

/** A block with the hashes of its transactions. */
export const blockWithHashes = z.extend(block, { transactions: z.array(hash) });

/** The parts of an event that are used. */
export const receiptLog = z.object({
  address: bytes,
  topics: z.array(bytes),
  data: bytes,
});

/** The parts of a receipt that are used. */
export const receipt = z.object({
  transactionHash: hash,
  blockNumber: quantity,
  blockHash: hash,
  logs: z.array(receiptLog),
  status: quantity,
  gasUsed: quantity,
  effectiveGasPrice: quantity,
});

/** Base fees of past blocks and of the next one (last), and the requested percentile of their tips. */
export const feeHistory = z.object({
  baseFeePerGas: z.array(quantity).check(z.minLength(1)),
  reward: z.nullish(z.array(z.array(quantity))),
});

/** @returns a number as a JSON-RPC quantity. */
export function toQuantity(value: bigint): `0x${string}` {
  return `0x${value.toString(16)}`;
}
