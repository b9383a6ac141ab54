import type { PublicAddress } from '#domain/address/address';
import type { LadderFees } from '#domain/operation/fee-ladder';
import type { UnsignedTransaction } from '#domain/operation/unsigned-transaction';
import type { PresentFees } from '../ports/contract-calls.ts';

/** The most that one transaction of the pool may use. */
export const MOST_POOL_GAS = 20_000_000n;

/** This key pays for transactions of the pool and nothing else. */
export function isPoolCall(
  { to, value, gas }: Pick<UnsignedTransaction, 'to' | 'value' | 'gas'>,
  contracts: readonly PublicAddress[],
): boolean {
  return contracts.includes(to) && value === 0n && gas <= MOST_POOL_GAS;
}

/** @returns the present fees with a cap that is not above the limit for one payment, base units of the native coin */
export function withinLimit(present: PresentFees, feeLimit: bigint): PresentFees {
  const { fees } = present;
  return { ...present, fees: { ...fees, feeCap: fees.feeCap < feeLimit ? fees.feeCap : feeLimit } };
}

/**
 * A proof that pays the broadcaster is bound to a price, below which the pool refuses it whatever the base fee: so the
 * whole bid is paid. It is what the network charges now, or the agreed price where that is more.
 * @param leastGasPrice as the proof binds it; null when the broadcaster is not paid
 * @returns the fees of a transaction that is signed now
 */
export function bidFees(leastGasPrice: bigint | null, present: PresentFees): LadderFees {
  if (leastGasPrice === null) return present.fees;
  const price = leastBid(leastGasPrice, present.pricePerGas);
  const { feeCap } = present.fees;
  return { maxFeePerGas: price, maxPriorityFeePerGas: price, feeCap };
}

/** @returns the lowest price of gas at which it can be mined now, base units of the native coin. */
export function leastBid(leastGasPrice: bigint | null, pricePerGas: bigint): bigint {
  return leastGasPrice !== null && leastGasPrice > pricePerGas ? leastGasPrice : pricePerGas;
}
