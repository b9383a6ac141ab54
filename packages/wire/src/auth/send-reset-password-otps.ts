import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { codesSent } from './codes-sent.ts';
import { email, phone } from './fields.ts';

/** Sends both codes to a user who forgot their password; another request sends new ones (§7 Auth). */
export const sendResetPasswordOtps = defineContract({
  name: 'send-reset-password-otps',
  summary: 'Send both codes for a new password',
  method: 'POST',
  path: '/auth/send-reset-password-otps',
  access: 'public',
  body: z.union([z.strictObject({ email }), z.strictObject({ phone })]),
  response: codesSent,
  errors: [],
});
