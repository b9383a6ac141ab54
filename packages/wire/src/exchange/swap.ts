import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { swapView } from './swap-view.ts';

/** What can be wrong when a step of a swap is made. */
export const STEP_ERRORS = [
  'amount-above-balance',
  'not-enough-for-fee',
  'chain-unavailable',
  'exchange-unavailable',
  'exchange-refused',
  'exchange-not-trusted',
  'transaction-would-fail',
] as const;

/** Makes a swap along a route that was found before. Of the route only its `requestId` is believed. */
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
  }),
  response: z.object({ data: swapView }),
  errors: [
    'route-expired',
    'rate-changed',
    'slippage-not-valid',
    ...STEP_ERRORS,
    'idempotency-key-missing',
    'idempotency-key-reused',
  ],
});
