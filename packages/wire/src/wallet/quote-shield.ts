import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { poolQuote } from './pool-quote.ts';
import { tokenAndPerhapsAmount } from './token-amount.ts';

/** The current cost of a shield, and the maximum that can be shielded. Nothing is stored. */
export const quoteShield = defineContract({
  name: 'quote-shield',
  summary: 'Live fees of a shield, and the most that can be shielded',
  method: 'POST',
  path: '/wallet/quote-shield',
  access: 'session',
  body: z.strictObject(tokenAndPerhapsAmount),
  response: z.object({
    data: z.object({
      ...poolQuote.shape,
      /** The highest network fee if fees rise while it waits; the account needs this much. */
      networkFeeCeiling: z.string(),
      /** True when a first transaction has to approve the pool to spend the token. */
      needsApproval: z.boolean(),
    }),
  }),
  errors: [
    'signature-needed',
    'unknown-token',
    'not-shieldable',
    'amount-not-valid',
    'chain-unavailable',
    'private-not-ready',
    'transaction-would-fail',
  ],
});
