import * as z from 'zod/mini';
import { code } from '../auth/fields.ts';
import { defineContract } from '../contract.ts';
import { contactChange } from './security-settings.ts';

/** Confirms the change with both codes; the new contact takes effect a day later unless it is cancelled. */
export const confirmContactChange = defineContract({
  name: 'confirm-contact-change',
  summary: 'Confirm the change with both codes',
  method: 'POST',
  path: '/auth/contact-change/confirm',
  access: 'session',
  body: z.strictObject({ emailOTP: code, phoneOTP: code }),
  response: z.object({ contactChange }),
  errors: ['codes-not-right', 'busy'],
});
