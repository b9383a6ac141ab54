import * as z from 'zod/mini';
import { code, password } from '../auth/fields.ts';
import { defineContract } from '../contract.ts';

/** Requests the removal of all second factors by an owner who lost them; it takes effect days later unless it is cancelled. */
export const removeLostFactors = defineContract({
  name: 'remove-lost-factors',
  summary: 'Request the removal of lost second factors',
  method: 'POST',
  path: '/auth/remove-lost-factors',
  access: 'session',
  body: z.strictObject({ password, emailOTP: code, phoneOTP: code }),
  response: z.object({ removedAt: z.string() }),
  errors: ['no-second-factor', 'password-wrong', 'codes-not-right', 'busy'],
});
