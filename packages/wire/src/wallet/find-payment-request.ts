import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { requestedPayment } from './payment-request.ts';

/** The code of a link, as it is in the link or as someone typed it. */
export const requestCodeText = z.string().check(z.minLength(1), z.maxLength(64));

/** Reads the payment request of a link, with or without an account. */
export const findPaymentRequest = defineContract({
  name: 'find-payment-request',
  summary: 'Read the payment request of a link',
  method: 'POST',
  path: '/payment-requests/find',
  access: 'public',
  body: z.strictObject({ code: requestCodeText }),
  response: z.object({
    data: z.object({
      ...requestedPayment,
      /** Contract of the token; null for the native coin. */
      tokenAddress: z.nullable(z.string()),
      /** Current price of one token in US dollars; null when unknown. */
      priceUsd: z.nullable(z.number()),
    }),
  }),
  errors: ['unknown-payment-request'],
});
