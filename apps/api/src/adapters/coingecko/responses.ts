import * as z from 'zod/mini';

/**
 * Fields that are not used may change as they like; a field that is missing or null is unknown. Prices in other
 * currencies are among the further fields, so that one in another format takes no price in US dollars with it.
 */
const listed = z.looseObject({
  usd: z.nullish(z.number()),
  usd_24h_change: z.nullish(z.number()),
  last_updated_at: z.nullish(z.number()),
});

/** `/simple/price` by price id, `/simple/token_price/{platform}` by lower-case address. */
export const simplePrices = z.record(z.string(), listed);

export type ListedPrice = z.output<typeof listed>;

const decimals = z.record(z.string(), z.nullish(z.string()));

/** `/onchain/simple/networks/{network}/token_price/{addresses}`: decimal texts by lower-case address. */
export const poolPrices = z.object({
  data: z.object({
    attributes: z.object({
      token_prices: decimals,
      h24_price_change_percentage: z.nullish(decimals),
    }),
  }),
});

/** `…/market_chart`: pairs of milliseconds and US dollars. */
export const marketChart = z.object({
  prices: z.array(z.tuple([z.number(), z.number()])),
});

/** `/onchain/…/ohlcv/…`: seconds, open, high, low, close and volume, newest first. */
export const candles = z.object({
  data: z.object({
    attributes: z.object({
      ohlcv_list: z.array(
        z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()], z.unknown()),
      ),
    }),
  }),
});
