import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** Hides the reminder of what the account lacks for a week. */
export const dismissReminder = defineContract({
  name: 'dismiss-reminder',
  summary: 'Hide the security reminder for a week',
  method: 'POST',
  path: '/auth/dismiss-reminder',
  access: 'session',
  body: z.strictObject({}),
  response: z.object({ success: z.literal(true) }),
  errors: [],
});
