import { CURRENCIES } from '#domain/price/currency';
import {
  type CoinPrices,
  type CurrencyRate,
  deriveRate,
  RATED_CURRENCIES,
  type RatedCurrency,
} from '#domain/price/currency-rate';
import { priceTime } from './price-time.ts';
import type { ListedPrice } from './responses.ts';

/** The feed's names of the currencies that prices are requested in. */
export const FEED_CURRENCIES = CURRENCIES.map(feedName).join(',');

/** @returns the rates of the currencies that coins have prices in beside US dollars */
export function ratesOf(
  coins: readonly ListedPrice[],
  now: Date,
): ReadonlyMap<RatedCurrency, CurrencyRate> {
  const rates = new Map<RatedCurrency, CurrencyRate>();
  for (const currency of RATED_CURRENCIES) {
    const prices = coins.flatMap((coin) => pricesIn(currency, coin, now));
    const rate = deriveRate(currency, prices, now);
    if (rate !== null) rates.set(currency, rate);
  }
  return rates;
}

function pricesIn(currency: RatedCurrency, coin: ListedPrice, now: Date): CoinPrices[] {
  const { usd, last_updated_at: seconds } = coin;
  const other = coin[feedName(currency)];
  if (typeof usd !== 'number' || typeof other !== 'number') return [];
  return [{ usd, other, asOf: priceTime(seconds, now) }];
}

function feedName(currency: string): string {
  return currency.toLowerCase();
}
