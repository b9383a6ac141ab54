import * as z from 'zod/mini';
import { RATED_CURRENCIES } from '#domain/price/currency-rate';
import { defineContract } from './contract.ts';

/** Units of currencies for one US dollar. One without a rate of the last 24 hours is left out. */
export const currencyRateList = z.array(
  z.object({
    currency: z.enum(RATED_CURRENCIES),
    /** Above 0; for display only. */
    perUsd: z.number().check(z.gt(0)),
    /** The time of the rate, ISO 8601. */
    asOf: z.string(),
  }),
);

/** The rates that values are shown with in another currency than the US dollar. */
export const currencyRates = defineContract({
  name: 'currency-rates',
  summary: 'Units of each display currency for one US dollar',
  method: 'GET',
  path: '/currency-rates',
  access: 'public',
  response: z.object({ rates: currencyRateList }),
  errors: [],
});
