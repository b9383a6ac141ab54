import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** Removes the authenticator app. */
export const removeApp = defineContract({
  name: 'remove-app',
  summary: 'Remove the authenticator app',
  method: 'POST',
  path: '/auth/authenticator-app/remove',
  access: 'session',
  body: z.strictObject({}),
  response: z.object({ success: z.literal(true) }),
  errors: ['approval-needed', 'approval-not-valid'],
});
