import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { claimView } from './claim.ts';

/** Sends the link to the recipient again, once a day at most. */
export const remindOfClaim = defineContract({
  name: 'remind-of-claim',
  summary: 'Send the link of a payment again',
  method: 'POST',
  path: '/wallet/claims/{id}/remind',
  access: 'session',
  params: z.object({ id: z.string() }),
  body: z.strictObject({}),
  response: z.object({ data: claimView }),
  errors: ['unknown-claim', 'claim-not-ready', 'claim-over', 'reminded-already'],
});
