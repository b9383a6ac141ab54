import { USD_DECIMALS } from './value-in-usd.ts';

/** Digits after the point that a number is sure to keep. */
const KEPT_DECIMALS = 12;

/**
 * A value in US dollars for a display-only field; nothing is ever computed from it.
 * @param valueUsd with `USD_DECIMALS` decimals, as `valueInUsd` returns it.
 * @returns US dollars, cut to 12 decimals.
 */
export function approximateUsd(valueUsd: bigint): number {
  const kept = valueUsd / 10n ** BigInt(USD_DECIMALS - KEPT_DECIMALS);
  return Number(kept) / 10 ** KEPT_DECIMALS;
}
