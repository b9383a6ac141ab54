import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** Ends every session of whoever asks but the one that asks (§7 Auth). */
export const terminateOtherSessions = defineContract({
  name: 'terminate-other-sessions',
  summary: 'End every other signed-in device',
  method: 'DELETE',
  path: '/auth/terminate-other-sessions',
  access: 'session',
  response: z.object({ success: z.boolean(), message: z.string(), terminated: z.number() }),
  errors: [],
});
