import { parseTransaction } from 'viem';
import { addUnits, gasCost, toBaseUnits } from '#domain/amount/base-units';
import type { SignedCost } from '../../ports/node-inspection.ts';

/**
 * Reads what a signed EIP-1559 transaction may cost (https://eips.ethereum.org/EIPS/eip-1559).
 * @returns base units of the native coin. Throws when the bytes are no such transaction.
 */
export function readSignedCost(raw: `0x${string}`): SignedCost {
  const { maxFeePerGas, gas, value = 0n } = parseTransaction(raw);
  if (maxFeePerGas === undefined || gas === undefined) {
    throw new Error('These bytes are no EIP-1559 transaction.');
  }
  const maxFee = gasCost(gas, maxFeePerGas);
  return { maxFeePerGas, maxFee, needed: addUnits(toBaseUnits(value), maxFee) };
}
