import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** Ends the hold after a reset, with a passkey from before it. */
export const liftResetHold = defineContract({
  name: 'lift-reset-hold',
  summary: 'End the hold after a reset',
  method: 'POST',
  path: '/auth/lift-reset-hold',
  access: 'session',
  body: z.strictObject({}),
  response: z.object({ success: z.literal(true) }),
  errors: ['no-hold', 'approval-needed', 'approval-not-valid'],
});
