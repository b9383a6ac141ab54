import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** Cancels the removal of lost second factors. */
export const keepFactors = defineContract({
  name: 'keep-factors',
  summary: 'Cancel the removal of lost second factors',
  method: 'POST',
  path: '/auth/keep-factors',
  access: 'session',
  body: z.strictObject({}),
  response: z.object({ success: z.literal(true) }),
  errors: [],
});
