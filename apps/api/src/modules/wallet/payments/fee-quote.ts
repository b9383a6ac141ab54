import { type BaseUnits, subtractOrZero, ZERO_UNITS } from '#domain/amount/base-units';
import { feeReserve } from '#domain/operation/fee-ladder';
import { approximateUsd } from '#domain/price/approximate-usd';
import { valueInUsd } from '#domain/price/value-in-usd';
import type { Token } from '#domain/token/token';
import type { PriceCache } from '../balances/price-cache.ts';

/** What a payment costs besides its amount, base units of the native coin, and what its account has of its token. */
interface Cost {
  readonly token: Token;
  readonly feeToken: Token;
  readonly expectedFee: BaseUnits;
  readonly ceiling: BaseUnits;
  readonly available: BaseUnits;
}

/** @returns the fee of a payment and the most that can be paid, as quotes of public payments have them */
export function feeQuote(
  prices: Pick<PriceCache, 'priceOf'>,
  { token, feeToken, expectedFee, ceiling, available }: Cost,
) {
  const spare = token.id === feeToken.id ? feeReserve(ceiling) : ZERO_UNITS;
  const usd = prices.priceOf(feeToken.id).price;
  const { decimals, symbol } = feeToken;
  return {
    fee: expectedFee.toString(),
    feeCeiling: ceiling.toString(),
    feeSymbol: symbol,
    feeDecimals: decimals,
    feeUsd: usd === null ? null : approximateUsd(valueInUsd(expectedFee, decimals, usd)),
    maxAmount: subtractOrZero(available, spare).toString(),
  };
}
