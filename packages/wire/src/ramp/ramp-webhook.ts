import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** The payment partner notifies us that an order changed; the order is then read from the partner. */
export const rampWebhook = defineContract({
  name: 'ramp-webhook',
  summary: 'Receive a notification from the payment partner',
  method: 'POST',
  path: '/ramp/webhook',
  access: 'public',
  /** A JSON Web Token, HMAC-SHA256 under the partner's access token. */
  body: z.object({ data: z.string().check(z.maxLength(32_768)) }),
  response: z.object({ success: z.literal(true) }),
  errors: ['webhook-not-valid', 'ramp-not-set-up'],
});
