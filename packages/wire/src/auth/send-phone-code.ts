import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { codesSent } from './codes-sent.ts';
import { code, email, phone } from './fields.ts';

const registrationToken = z.optional(z.string().check(z.minLength(1), z.maxLength(256)));

/**
 * Sends the text message after the code of the email was entered, when a request for codes returned
 * `phoneCode: 'after-email-code'` (§7 Auth). From then on both codes are needed, as always.
 */
export const sendPhoneCode = defineContract({
  name: 'send-phone-code',
  summary: 'Send the phone code after the email code was entered',
  method: 'POST',
  path: '/auth/send-phone-code',
  access: 'public',
  body: z.union([
    z.strictObject({ email, emailOTP: code, purpose: z.literal('register'), registrationToken }),
    z.strictObject({ email, emailOTP: code, purpose: z.optional(z.literal('reset')) }),
    z.strictObject({ phone, emailOTP: code, purpose: z.optional(z.literal('reset')) }),
  ]),
  response: codesSent,
  errors: ['codes-not-right', 'busy'],
});
