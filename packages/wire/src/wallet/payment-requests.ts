import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { paymentRequestView } from './payment-request.ts';

/** The user's own payment requests, newest first; those that ended are listed for 90 days. */
export const paymentRequests = defineContract({
  name: 'payment-requests',
  summary: 'The user’s own payment requests',
  method: 'GET',
  path: '/wallet/payment-requests',
  access: 'session',
  response: z.object({ data: z.array(paymentRequestView) }),
  errors: [],
});
