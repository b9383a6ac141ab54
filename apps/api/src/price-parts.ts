import { createPostgresCurrencyRates } from './adapters/postgres/exchange/currency-rates.ts';
import { createPostgresPrices } from './adapters/postgres/exchange/prices.ts';
import { createRateCache } from './application/rate-cache.ts';
import type { Dependencies } from './dependencies.ts';
import { createPriceCache } from './modules/wallet/balances/price-cache.ts';
import type { RowSeals } from './ports/row-seals.ts';

/** @returns the caches of what the price feed says, empty */
export function createPriceParts(
  { database, changes, clock, report }: Dependencies,
  sharedSeals: RowSeals,
) {
  const following = { changes, clock, report };
  return {
    prices: createPriceCache({
      prices: createPostgresPrices(database, sharedSeals),
      ...following,
    }),
    rates: createRateCache({
      rates: createPostgresCurrencyRates(database, sharedSeals),
      ...following,
    }),
  };
}
