import * as z from 'zod/mini';
import { password } from '../auth/fields.ts';
import { defineContract } from '../contract.ts';
import {
  assertion,
  attestation,
  passkey,
  passkeyName,
  passkeySecret,
  recoveryCodes,
} from './second-factor.ts';

/** Adds a passkey. The first second factor comes with recovery codes, which are never shown again. */
export const addPasskey = defineContract({
  name: 'add-passkey',
  summary: 'Add a passkey',
  method: 'POST',
  path: '/auth/passkeys',
  access: 'session',
  body: z.strictObject({
    password,
    name: passkeyName,
    attestation,
    /** The first use, with the secret that lets it sign in; null for a passkey that only approves. */
    signIn: z.nullable(z.object({ assertion, secret: passkeySecret })),
  }),
  response: z.object({ passkey, recoveryCodes }),
  errors: [
    'name-not-valid',
    'password-wrong',
    'passkey-not-valid',
    'too-many-passkeys',
    'busy',
    'held-after-reset',
    'held-new-device',
    'approval-needed',
    'approval-not-valid',
  ],
});
