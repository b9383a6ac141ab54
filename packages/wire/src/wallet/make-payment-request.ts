import * as z from 'zod/mini';
import { REQUEST_BALANCES, REQUEST_DAYS } from '#domain/payment-request/payment-request';
import { defineContract } from '../contract.ts';
import { paymentRequestView } from './payment-request.ts';
import { tokenAmount } from './token-amount.ts';

/** Makes a link with which anyone can pay the user an amount once; the same one however often a key is repeated. */
export const makePaymentRequest = defineContract({
  name: 'make-payment-request',
  summary: 'Make a link that requests a payment',
  method: 'POST',
  path: '/wallet/payment-requests',
  access: 'session',
  needsIdempotencyKey: true,
  body: z.strictObject({
    ...tokenAmount,
    /** Which balance of the user the money is to arrive in. */
    balance: z.enum(REQUEST_BALANCES),
    /** One line of up to 140 characters that anyone with the link can read; blank for none. */
    message: z.string().check(z.maxLength(2_000)),
    days: z.literal(REQUEST_DAYS),
    /** Whether the payer sees the user's name. */
    showsName: z.boolean(),
  }),
  response: z.object({ data: paymentRequestView }),
  errors: [
    'unknown-token',
    'not-shieldable',
    'amount-not-valid',
    'amount-zero',
    'message-not-valid',
    'too-many-payment-requests',
    'idempotency-key-missing',
    'idempotency-key-reused',
  ],
});
