import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { pushSettingsOfSession } from './push-settings.ts';

/** Ends the push messages to the browser of this session. */
export const turnOffPush = defineContract({
  name: 'turn-off-push',
  summary: 'Send no more push messages to this session’s browser',
  method: 'POST',
  path: '/auth/push/off',
  access: 'session',
  body: z.strictObject({}),
  response: z.object({ data: pushSettingsOfSession }),
  errors: [],
});
