import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** Cancels a change of the email or the phone that is not in effect yet. */
export const cancelContactChange = defineContract({
  name: 'cancel-contact-change',
  summary: 'Cancel the change',
  method: 'POST',
  path: '/auth/contact-change/cancel',
  access: 'session',
  body: z.strictObject({}),
  response: z.object({ success: z.literal(true) }),
  errors: ['no-contact-change'],
});
