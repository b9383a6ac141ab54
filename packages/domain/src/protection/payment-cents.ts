import { USD_DECIMALS, valueInUsd } from '../price/value-in-usd.ts';

const PER_CENT = 10n ** BigInt(USD_DECIMALS - 2);

/**
 * What a payment counts as towards a limit.
 * @param units base units
 * @returns US cents, rounded up: no payment counts as nothing
 */
export function paymentCents(units: bigint, decimals: number, priceUsd: number): bigint {
  // More decimals than a value has would be cut off.
  const kept = decimals > 18 ? 18 : decimals;
  const scale = 10n ** BigInt(decimals - kept);
  const value = valueInUsd((units + scale - 1n) / scale, kept, priceUsd);
  const cents = (value + PER_CENT - 1n) / PER_CENT;
  return cents === 0n && units > 0n ? 1n : cents;
}
