import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { swapToken } from './swap-blockchains.ts';

/** One token of the wallet with its current price (§7 Exchange aggregator). */
export const swapCoin = defineContract({
  name: 'swap-coin',
  summary: 'A token that can be swapped, with its price',
  method: 'GET',
  path: '/rango/coins/{id}',
  access: 'session',
  params: z.object({ id: z.string() }),
  response: z.object({
    data: z.extend(swapToken, {
      price: z.object({
        price: z.nullable(z.number()),
        change: z.nullable(z.number()),
        asOf: z.nullable(z.string()),
      }),
    }),
  }),
  errors: ['unknown-coin', 'exchange-unavailable'],
});
