import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { code, email } from './fields.ts';
import { signedIn } from './login.ts';

/** Ends a registration: both codes together make the account and its first session (§7 Auth). */
export const verifyOtps = defineContract({
  name: 'verify-otps',
  summary: 'Prove e-mail and phone with both codes; signs in',
  method: 'POST',
  path: '/auth/verify-otps',
  access: 'public',
  body: z.strictObject({
    emailOTP: code,
    phoneOTP: code,
    email,
    /** From `register`; whoever has it cannot be tricked into finishing somebody else's registration. */
    registrationToken: z.optional(z.string().check(z.minLength(1), z.maxLength(256))),
  }),
  response: signedIn,
  errors: ['codes-not-right', 'busy'],
});
