import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { code, email } from './fields.ts';
import { signedIn } from './login.ts';

/** Completes a registration: both codes together create the account and its first session (§7 Auth). */
export const verifyOtps = defineContract({
  name: 'verify-otps',
  summary: 'Verify email and phone with both codes; signs in',
  method: 'POST',
  path: '/auth/verify-otps',
  access: 'public',
  body: z.strictObject({
    emailOTP: code,
    phoneOTP: code,
    email,
    /** From `register`; prevents a user from being tricked into completing someone else's registration. */
    registrationToken: z.optional(z.string().check(z.minLength(1), z.maxLength(256))),
  }),
  response: signedIn,
  errors: ['codes-not-right', 'busy'],
});
