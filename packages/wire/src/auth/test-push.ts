import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** Sends one push message to the browser of this session, so that its user sees that it works. */
export const testPush = defineContract({
  name: 'test-push',
  summary: 'Send a push message to this session’s browser as a test',
  method: 'POST',
  path: '/auth/push/test',
  access: 'session',
  body: z.strictObject({}),
  /** False where the browser's maker refused it: the browser has to be turned on again. */
  response: z.object({ data: z.object({ isSent: z.boolean() }) }),
  errors: ['push-not-available'],
});
