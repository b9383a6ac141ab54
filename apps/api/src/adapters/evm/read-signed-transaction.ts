import { parseTransaction } from 'viem';
import type { UnsignedTransaction } from '#domain/operation/unsigned-transaction';
import { toChecksumAddress } from './to-checksum-address.ts';

/**
 * Reads what an EIP-1559 transaction was signed for (https://eips.ethereum.org/EIPS/eip-1559).
 * @returns everything that its signature covers. Throws when the bytes are no such transaction, when it creates a
 *   contract, or when it has an access list, which we never sign.
 */
export function readSignedTransaction(raw: `0x${string}`): UnsignedTransaction {
  const parsed = parseTransaction(raw);
  const { type, chainId, to, gas, maxFeePerGas, accessList = [] } = parsed;
  if (type !== 'eip1559' || maxFeePerGas === undefined || gas === undefined) {
    throw new Error('These bytes are no EIP-1559 transaction.');
  }
  if (to == null || accessList.length > 0) {
    throw new Error(
      'These bytes are no transaction of Kax: it calls one address, without an access list.',
    );
  }
  return {
    chainId,
    // RLP has no zero: a number that is left out is one.
    nonce: parsed.nonce ?? 0,
    to: toChecksumAddress(to),
    value: parsed.value ?? 0n,
    data: parsed.data ?? '0x',
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas: parsed.maxPriorityFeePerGas ?? 0n,
  };
}
