import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { poolQuote } from './pool-quote.ts';
import { tokenAndPerhapsAmount, typedAddress } from './token-amount.ts';

/** The current cost of an unshield, and the maximum that can be unshielded. Nothing is stored. */
export const quoteUnshield = defineContract({
  name: 'quote-unshield',
  summary: 'Live fees of an unshield, and the most that can be unshielded',
  method: 'POST',
  path: '/wallet/quote-unshield',
  access: 'session',
  body: z.strictObject({
    ...tokenAndPerhapsAmount,
    /** A public address; the user's own when left out. */
    recipientAddress: z.optional(typedAddress),
  }),
  response: z.object({ data: poolQuote }),
  errors: [
    'unknown-token',
    'not-shieldable',
    'amount-not-valid',
    'recipient-not-valid',
    'recipient-checksum',
    'recipient-is-zero',
    'recipient-is-token',
    'recipient-is-private',
    'recipient-is-contract',
    'chain-unavailable',
    'private-not-ready',
  ],
});
