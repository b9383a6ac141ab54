import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** A token in the picker of a swap (§3 Swap token); the balance is the signed-in user's. */
export const swapToken = z.object({
  /** The wallet's own id for it, as in `polygon-kax`. */
  id: z.string(),
  blockchain: z.string(),
  symbol: z.string(),
  name: z.string(),
  /** Contract address; null for the native coin. */
  address: z.nullable(z.string()),
  decimals: z.number(),
  /** Path of its picture on our own server. */
  image: z.string(),
  /** US dollars for one token; null when unknown. */
  usdPrice: z.nullable(z.number()),
});

/** A chain in the picker of a swap (§3 Blockchain option). */
export const swapBlockchain = z.object({
  /** The exchange's name for it, as in `AVAX_CCHAIN`. */
  name: z.string(),
  displayName: z.string(),
  type: z.literal('EVM'),
  symbol: z.string(),
  image: z.string(),
  chainId: z.number(),
  /** The tokens listed first; the others are found by `/rango/tokens`. */
  coins: z.array(swapToken),
});

/** The chains of the exchange, found by the beginning of their name. */
export const swapBlockchains = defineContract({
  name: 'swap-blockchains',
  summary: 'Chains that can be swapped on, by the beginning of their name',
  method: 'GET',
  path: '/rango/blockchains',
  access: 'session',
  query: z.strictObject({ prefix: z._default(z.string().check(z.maxLength(64)), '') }),
  response: z.object({
    data: z.array(swapBlockchain),
    /** When the exchange reported them, ISO 8601. */
    asOf: z.string(),
  }),
  errors: ['exchange-unavailable'],
});

export type SwapToken = z.output<typeof swapToken>;
export type SwapBlockchain = z.output<typeof swapBlockchain>;
