import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { phoneCode } from './codes-sent.ts';
import { email, newPassword, phone, userName } from './fields.ts';
import { unverifiedUser } from './user.ts';

/**
 * Begins a registration and sends both codes (§7 Auth). An address that already has an account gets the same
 * response, and its owner an email.
 */
export const register = defineContract({
  name: 'register',
  summary: 'Begin a registration; both codes are sent',
  method: 'POST',
  path: '/auth/register',
  access: 'public',
  body: z.strictObject({ name: userName, email, password: newPassword, phone }),
  response: z.object({
    user: unverifiedUser,
    /** Proves that a verification comes from the client that began this registration. */
    registrationToken: z.string(),
    /** Seconds until new codes may be requested. */
    resendAfter: z.number(),
    phoneCode,
    data: z.object({ user: unverifiedUser }),
  }),
  errors: [
    'name-not-valid',
    'email-not-valid',
    'phone-not-valid',
    'phone-not-supported',
    'password-not-allowed',
    'busy',
  ],
});
