import * as z from 'zod/mini';
import { CLAIM_BALANCES } from '#domain/claim/claim';
import { defineContract } from '../contract.ts';
import { tokenAndPerhapsAmount } from './token-amount.ts';

/** The current cost of a payment by link, and the most that can be paid. Nothing is stored. */
export const quoteClaim = defineContract({
  name: 'quote-claim',
  summary: 'Live fee of a payment by link, and the most that can be paid',
  method: 'POST',
  path: '/wallet/claims/quote',
  access: 'session',
  body: z.strictObject({
    ...tokenAndPerhapsAmount,
    /** Public when left out. */
    balance: z.optional(z.enum(CLAIM_BALANCES)),
  }),
  response: z.object({
    data: z.object({
      /**
       * What it is expected to cost in all, `setAside` included, digits only: base units of the native coin for a public
       * payment, of the token itself for a private one.
       */
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
  errors: [
    'unknown-token',
    'amount-not-valid',
    'chain-unavailable',
    'transaction-would-fail',
    'not-shieldable',
    'private-not-ready',
  ],
});
