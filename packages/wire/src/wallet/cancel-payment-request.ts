import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { paymentRequestView } from './payment-request.ts';

/** Ends a request of the user, so that it can't be paid any more. */
export const cancelPaymentRequest = defineContract({
  name: 'cancel-payment-request',
  summary: 'Cancel a payment request',
  method: 'POST',
  path: '/wallet/payment-requests/{id}/cancel',
  access: 'session',
  params: z.object({ id: z.string() }),
  response: z.object({ data: paymentRequestView }),
  errors: ['unknown-payment-request', 'payment-request-over'],
});
