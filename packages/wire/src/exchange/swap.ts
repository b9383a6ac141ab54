import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { swapView } from './swap-view.ts';

/** The refusals of a step of a swap. */
const STEP_ERRORS = [
  'amount-above-balance',
  'not-enough-for-fee',
  'network-fee-too-high',
  'chain-unavailable',
  'exchange-unavailable',
  'exchange-refused',
  'exchange-not-trusted',
  'transaction-would-fail',
] as const;

const shownAsset = z.object({
  blockchain: z.string(),
  address: z.nullable(z.string()),
  symbol: z.string(),
});

/** A hop as it was shown to the user. */
const shownHop = z.object({
  swapperId: z.string(),
  from: shownAsset,
  to: shownAsset,
  fromAmount: z.string(),
  toAmount: z.string(),
});

const MOST_HOPS = 20;

/**
 * Starts a swap along a route that was found before. Only the route's `requestId` is trusted; the rest, where it is
 * sent, has to match what was offered under it.
 */
export const swap = defineContract({
  name: 'swap',
  summary: 'Swap along a route',
  method: 'POST',
  path: '/rango/swap',
  access: 'session',
  needsIdempotencyKey: true,
  body: z.object({
    requestId: z.string().check(z.minLength(1), z.maxLength(64)),
    /** Percent, one of the choices. */
    slippage: z.union([z.number(), z.string().check(z.maxLength(8))]),
    outputAmount: z.optional(z.string()),
    swaps: z.optional(z.array(shownHop).check(z.maxLength(MOST_HOPS))),
  }),
  response: z.object({ data: swapView }),
  errors: [
    'signature-needed',
    'account-frozen',
    'route-expired',
    'route-changed',
    'rate-changed',
    'slippage-not-valid',
    ...STEP_ERRORS,
    'idempotency-key-missing',
    'idempotency-key-reused',
  ],
});
