import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { claimedPayment } from './claim.ts';
import { requestCodeText } from './find-payment-request.ts';

/** What whoever opens the link sees, with or without an account. */
export const foundClaim = z.object({
  ...claimedPayment,
  /** The sender's name as they registered. */
  senderName: z.string(),
  /** Contract of the token; null for the native coin. */
  tokenAddress: z.nullable(z.string()),
  /** Current price of one token in US dollars; null when unknown. */
  priceUsd: z.nullable(z.number()),
});

export type FoundClaim = z.output<typeof foundClaim>;

/** Reads the payment of a link, with or without an account. */
export const findClaim = defineContract({
  name: 'find-claim',
  summary: 'Read the payment of a link',
  method: 'POST',
  path: '/claims/find',
  access: 'public',
  body: z.strictObject({ code: requestCodeText }),
  response: z.object({ data: foundClaim }),
  errors: ['unknown-claim'],
});
