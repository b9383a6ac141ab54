import * as z from 'zod/mini';
import { password } from '../auth/fields.ts';
import { defineContract } from '../contract.ts';
import { factorCode, recoveryCodes } from './second-factor.ts';

/** Adds an authenticator app, which replaces the one before. The first second factor comes with recovery codes. */
export const addApp = defineContract({
  name: 'add-app',
  summary: 'Add an authenticator app',
  method: 'POST',
  path: '/auth/authenticator-app',
  access: 'session',
  body: z.strictObject({ password, token: z.string().check(z.maxLength(512)), code: factorCode }),
  response: z.object({ recoveryCodes }),
  errors: [
    'password-wrong',
    'app-code-wrong',
    'busy',
    'held-after-reset',
    'held-new-device',
    'approval-needed',
    'approval-not-valid',
  ],
});
