import * as z from 'zod/mini';
import { codesSent } from '../auth/codes-sent.ts';
import { email, password, phone } from '../auth/fields.ts';
import { defineContract } from '../contract.ts';

/** Begins a change of the email or the phone: sends a code to the new one and one to the contact that stays. */
export const beginContactChange = defineContract({
  name: 'begin-contact-change',
  summary: 'Begin a change of the email or the phone',
  method: 'POST',
  path: '/auth/contact-change',
  access: 'session',
  body: z.union([z.strictObject({ email, password }), z.strictObject({ phone, password })]),
  response: codesSent,
  errors: [
    'account-frozen',
    'email-not-valid',
    'phone-not-valid',
    'phone-not-supported',
    'contact-unchanged',
    'password-wrong',
    'busy',
    'approval-needed',
    'approval-not-valid',
  ],
});
