import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { tokenAndPerhapsAmount } from './token-amount.ts';

/** The current cost of a payment by link, and the most that can be paid. Nothing is stored. */
export const quoteClaim = defineContract({
  name: 'quote-claim',
  summary: 'Live fee of a payment by link, and the most that can be paid',
  method: 'POST',
  path: '/wallet/claims/quote',
  access: 'session',
  body: z.strictObject(tokenAndPerhapsAmount),
  response: z.object({
    data: z.object({
      /** What it is expected to cost in all, `setAside` included, base units of the native coin, digits only. */
      fee: z.string(),
      /** The most that it can cost, `setAside` included. Same unit. */
      feeCeiling: z.string(),
      /** The part that is put aside so that claiming is free. Same unit. */
      setAside: z.string(),
      feeSymbol: z.string(),
      feeDecimals: z.number(),
      /** `fee` in US dollars; null when the price is unknown. */
      feeUsd: z.nullable(z.number()),
      /** As in the quote of a send. Base units of the token. */
      maxAmount: z.string(),
    }),
  }),
  errors: ['unknown-token', 'amount-not-valid', 'chain-unavailable', 'transaction-would-fail'],
});
