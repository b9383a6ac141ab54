import type { Hex } from 'viem';

/** Prices here are US dollars for one whole token times this. */
export const PRICE_SCALE = 10n ** 12n;
const TOKEN_UNIT = 10n ** 18n;
const USDC_UNIT = 10n ** 6n;
const Q192 = 2n ** 192n;

/** Pools order their two tokens by address. */
export function isFirstInPool(token: Hex, usdc: Hex): boolean {
  return token.toLowerCase() < usdc.toLowerCase();
}

/** @returns the pool's own square-root price for a price of an 18-decimals token in USDC, rounded down. */
export function priceToSqrtX96(price: bigint, isTokenFirst: boolean): bigint {
  const usdcUnits = price * USDC_UNIT;
  const tokenUnits = PRICE_SCALE * TOKEN_UNIT;
  return isTokenFirst
    ? integerSqrt((usdcUnits * Q192) / tokenUnits)
    : integerSqrt((tokenUnits * Q192) / usdcUnits);
}

/** @returns the price of an 18-decimals token in USDC, from the pool's own square-root price, rounded down. */
export function sqrtX96ToPrice(sqrtPriceX96: bigint, isTokenFirst: boolean): bigint {
  const square = sqrtPriceX96 * sqrtPriceX96;
  const scaled = PRICE_SCALE * TOKEN_UNIT;
  return isTokenFirst ? (square * scaled) / Q192 / USDC_UNIT : (Q192 * scaled) / square / USDC_UNIT;
}

/** @returns the largest integer whose square is not above `value`, by Newton's method. */
export function integerSqrt(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
