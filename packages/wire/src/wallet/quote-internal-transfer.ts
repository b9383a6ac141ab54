import * as z from 'zod/mini';
import { MESSAGE_MAX_BYTES } from '#domain/message/private-message';
import { defineContract } from '../contract.ts';
import { poolQuote } from './pool-quote.ts';
import { tokenAndPerhapsAmount, typedAddress } from './token-amount.ts';

/** The current cost of a private transfer, and the maximum that can be sent. Nothing is stored. */
export const quoteInternalTransfer = defineContract({
  name: 'quote-internal-transfer',
  summary: 'Live fees of a private transfer, and the most that can be sent',
  method: 'POST',
  path: '/wallet/private/quote-internal-transfer',
  access: 'session',
  body: z.strictObject({
    ...tokenAndPerhapsAmount,
    recipientAddress: z.optional(typedAddress),
    /** Bytes of UTF-8 of the message that will be sent along: a longer one costs a little more. None when left out. */
    messageBytes: z.optional(z.int().check(z.minimum(0), z.maximum(MESSAGE_MAX_BYTES))),
  }),
  response: z.object({ data: poolQuote }),
  errors: [
    'unknown-token',
    'not-shieldable',
    'amount-not-valid',
    'recipient-is-sender',
    'recipient-not-private',
    'recipient-other-network',
    'chain-unavailable',
    'private-not-ready',
  ],
});
