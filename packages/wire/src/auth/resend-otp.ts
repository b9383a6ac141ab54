import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { codesSent } from './codes-sent.ts';
import { email } from './fields.ts';

/** Sends new codes for a registration; earlier codes no longer work (§7 Auth). */
export const resendOtp = defineContract({
  name: 'resend-otp',
  summary: 'Send new codes for a registration',
  method: 'POST',
  path: '/auth/resend-otp',
  access: 'public',
  body: z.strictObject({ email }),
  response: codesSent,
  errors: [],
});
