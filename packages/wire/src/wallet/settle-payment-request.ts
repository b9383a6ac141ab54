import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { paymentRequestView } from './payment-request.ts';

/** Records that a request was paid in a way that Kax can't tell by itself, as from another wallet or in cash. */
export const settlePaymentRequest = defineContract({
  name: 'settle-payment-request',
  summary: 'Mark a payment request as paid',
  method: 'POST',
  path: '/wallet/payment-requests/{id}/settle',
  access: 'session',
  params: z.object({ id: z.string() }),
  body: z.strictObject({
    /** The payment that it was, one that this wallet received; null when there is none to name. */
    transactionHash: z.nullable(z.string().check(z.maxLength(66))),
  }),
  response: z.object({ data: paymentRequestView }),
  errors: ['unknown-payment-request', 'payment-request-over', 'unknown-entry'],
});
