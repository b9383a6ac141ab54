import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { swapRoute } from './route.ts';

/** A token as the exchange names it. */
const swapSide = z.object({
  blockchain: z.string().check(z.minLength(1), z.maxLength(64)),
  address: z.nullable(z.string().check(z.maxLength(128))),
  symbol: z.string().check(z.maxLength(64)),
});

/** Finds routes for a swap (§7 Exchange aggregator). Each is stored for its user and valid for a minute. */
export const swapRoutes = defineContract({
  name: 'swap-routes',
  summary: 'Find routes for a swap',
  method: 'POST',
  path: '/rango/routes',
  access: 'session',
  body: z.strictObject({
    from: swapSide,
    to: swapSide,
    /** Display amount, as the aggregator takes it. */
    amount: z.string().check(z.maxLength(80)),
    /** Percent, one of the choices; 1 when left out. */
    slippage: z.optional(z.union([z.number(), z.string().check(z.maxLength(8))])),
  }),
  response: z.object({
    results: z.array(swapRoute),
    /** Why there is none, in the exchange's wording or ours; null otherwise. */
    diagnosis: z.nullable(z.string()),
    /** When the routes expire, ISO 8601. */
    expiresAt: z.string(),
    /** Minimum that the exchange accepts, display amount of the token that is sold; null when it names none. */
    minimumAmount: z.nullable(z.string()),
  }),
  errors: [
    'unknown-token',
    'unknown-blockchain',
    'same-token',
    'amount-not-valid',
    'amount-zero',
    'slippage-not-valid',
    'exchange-unavailable',
    'exchange-refused',
  ],
});
