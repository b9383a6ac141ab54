import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { pushSettingsOfSession } from './push-settings.ts';

/**
 * Sends push messages to the browser of this session from now on, until it ends. They have no content: the browser is
 * only woken up.
 */
export const turnOnPush = defineContract({
  name: 'turn-on-push',
  summary: 'Send push messages to this session’s browser',
  method: 'POST',
  path: '/auth/push',
  access: 'session',
  body: z.strictObject({
    /** Where the browser's maker takes messages for it, as the browser says. */
    endpoint: z.string().check(z.maxLength(1_000)),
  }),
  response: z.object({ data: pushSettingsOfSession }),
  errors: ['push-not-available'],
});
