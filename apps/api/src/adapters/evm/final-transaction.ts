import { keccak256, serializeTransaction } from 'viem';
import * as z from 'zod/mini';
import type { PublicAddress } from '#domain/address/address';
import { gasCost } from '#domain/amount/base-units';
import type { FinalTransaction } from '../../ports/recovered-transactions.ts';
import type { UsedNonce } from './find-nonce-use.ts';
import { bytes, quantity } from './rpc-values.ts';
import { toChecksumAddress } from './to-checksum-address.ts';

const call = z.object({
  /** As `findNonceUse` read it. */
  nonce: z.bigint(),
  to: z.nullish(bytes),
  value: quantity,
  input: bytes,
  gas: quantity,
  gasPrice: z.nullish(quantity),
  maxFeePerGas: z.nullish(quantity),
});

/** As Kax signs: EIP-1559, without an access list. */
const signed = z.extend(call, {
  chainId: quantity,
  maxFeePerGas: quantity,
  maxPriorityFeePerGas: quantity,
  accessList: z.nullish(z.array(z.unknown()).check(z.length(0))),
  r: bytes32(),
  s: bytes32(),
  v: quantity,
});

/** The signed bytes of a transaction of a block; `0x` when it is not one that Kax could have signed. */
export type RawOf = (use: UsedNonce) => `0x${string}`;

/** @returns the bytes that have the hash of the transaction, put together from its parts */
export function rawTransactionOf({ transaction, transactionHash }: UsedNonce): `0x${string}` {
  const parsed = signed.safeParse(transaction);
  if (!parsed.success) return '0x';
  const { chainId, nonce, to, value, input, gas, ...rest } = parsed.data;
  const { maxFeePerGas, maxPriorityFeePerGas, r, s, v } = rest;
  const fees = { gas, maxFeePerGas, maxPriorityFeePerGas };
  const raw = serializeTransaction(
    {
      ...{ type: 'eip1559', chainId: Number(chainId), nonce: Number(nonce), ...fees },
      ...{ to: to ?? null, value, data: input },
    },
    { r, s, yParity: Number(v) },
  );
  return keccak256(raw) === transactionHash ? raw : '0x';
}

/** @returns what a transaction calls, and for how much, as its block has it. Throws when the node's response is none. */
export function readFinalCall({ transaction }: UsedNonce) {
  const { to, ...rest } = call.parse(transaction);
  return {
    ...rest,
    to: to == null ? null : (toChecksumAddress(to as PublicAddress) as PublicAddress),
  };
}

/** @returns the transaction of an account as its block has it. Throws when the node's response is not one. */
export function readFinalTransaction(use: UsedNonce, rawOf: RawOf): FinalTransaction {
  const { nonce, to, value, input, gas, maxFeePerGas, gasPrice } = readFinalCall(use);
  return {
    nonce: Number(nonce),
    hash: use.transactionHash,
    raw: rawOf(use),
    to,
    value,
    data: input,
    feeCeiling: gasCost(gas, maxFeePerGas ?? gasPrice ?? 0n),
    blockNumber: use.blockNumber,
    blockHash: use.blockHash,
    minedAt: use.minedAt,
  };
}

/** Nodes leave leading zeros out. */
function bytes32() {
  return z.pipe(
    quantity,
    z.transform((value) => `0x${value.toString(16).padStart(64, '0')}` as const),
  );
}
