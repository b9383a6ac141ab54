import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** Ends every session of the caller except the current one (§7 Auth). */
export const terminateOtherSessions = defineContract({
  name: 'terminate-other-sessions',
  summary: 'End every other signed-in device',
  method: 'DELETE',
  path: '/auth/terminate-other-sessions',
  access: 'session',
  response: z.object({ success: z.boolean(), message: z.string(), terminated: z.number() }),
  errors: [],
});
