import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** Sets the daily limit above which payments are approved. A lower one is in effect immediately, a higher one after a day. */
export const changeDailyLimit = defineContract({
  name: 'change-daily-limit',
  summary: 'Set the daily limit',
  method: 'POST',
  path: '/auth/daily-limit',
  access: 'session',
  body: z.strictObject({ cents: z.string().check(z.regex(/^\d{1,12}$/)) }),
  response: z.object({
    cents: z.string(),
    raise: z.nullable(z.object({ cents: z.string(), at: z.string() })),
  }),
  errors: ['no-second-factor', 'approval-needed', 'approval-not-valid'],
});
