import * as z from 'zod/mini';
import { code, password } from '../auth/fields.ts';
import { defineContract } from '../contract.ts';

/** Unfreezes the account, with the password and both codes, or with a passkey. */
export const unfreeze = defineContract({
  name: 'unfreeze',
  summary: 'Unfreeze the account',
  method: 'POST',
  path: '/auth/unfreeze',
  access: 'session',
  body: z.union([
    z.strictObject({ password, emailOTP: code, phoneOTP: code }),
    /** With a passkey’s approval. */
    z.strictObject({}),
  ]),
  response: z.object({ success: z.literal(true) }),
  errors: [
    'not-frozen',
    'password-wrong',
    'codes-not-right',
    'busy',
    'approval-needed',
    'approval-not-valid',
  ],
});
