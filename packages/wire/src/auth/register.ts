import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { email, newPassword, phone, userName } from './fields.ts';
import { unverifiedUser } from './user.ts';

/**
 * Begins a registration and sends both codes (§7 Auth). An address that has an account already gets the same
 * answer, and its owner a mail.
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
    /** Proves that a verification comes from whoever began this registration. */
    registrationToken: z.string(),
    /** Seconds until new codes may be asked for. */
    resendAfter: z.number(),
    data: z.object({ user: unverifiedUser }),
  }),
  errors: ['name-not-valid', 'email-not-valid', 'phone-not-valid', 'password-not-allowed', 'busy'],
});
