import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { code, newPassword } from './fields.ts';

/** A field that may also be sent empty, as when the other of the two was used. */
const maybe = (most: number) => z.optional(z.string().check(z.maxLength(most)));

/** Sets a new password with both codes: same wallet, every session ended, no one signed in (§7 Auth). */
export const resetPassword = defineContract({
  name: 'reset-password',
  summary: 'Set a new password with both codes',
  method: 'POST',
  path: '/auth/reset-password',
  access: 'public',
  body: z.strictObject({
    email: maybe(254),
    phone: maybe(32),
    newPassword,
    emailOTP: code,
    phoneOTP: code,
  }),
  response: z.object({ success: z.boolean(), message: z.string() }),
  errors: ['codes-not-right', 'password-not-allowed', 'busy'],
});
