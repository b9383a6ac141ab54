import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { poolQuote } from './pool-quote.ts';
import { tokenAndPerhapsAmount } from './token-amount.ts';

/** What a shield would cost now, and the most that can be shielded. Nothing is stored. */
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
      /** The most that the network can take if fees rise while it waits; this much must be there. */
      networkFeeCeiling: z.string(),
      /** True when a first transaction has to allow the pool to take the token. */
      needsApproval: z.boolean(),
    }),
  }),
  errors: [
    'unknown-token',
    'not-shieldable',
    'amount-not-valid',
    'chain-unavailable',
    'private-not-ready',
    'transaction-would-fail',
  ],
});
