import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** The prices of a token in the last 24 hours (§7 Exchange aggregator). */
export const swapCoinHistory = defineContract({
  name: 'swap-coin-history',
  summary: 'Prices of a token in the last 24 hours',
  method: 'GET',
  path: '/rango/coins/{id}/history',
  access: 'session',
  params: z.object({ id: z.string() }),
  response: z.object({
    data: z.object({
      /** US dollars for one token, oldest first, evenly spread over the day. */
      prices: z.array(z.number()),
      /** The time of the last one, ISO 8601; null when there is none. */
      asOf: z.nullable(z.string()),
    }),
  }),
  errors: ['unknown-coin'],
});
