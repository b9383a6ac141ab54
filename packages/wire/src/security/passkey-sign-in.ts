import * as z from 'zod/mini';
import { signedIn } from '../auth/login.ts';
import { defineContract } from '../contract.ts';
import { assertion, passkeySecret } from './second-factor.ts';

/** Signs in with a passkey and its secret, without a password. */
export const passkeySignIn = defineContract({
  name: 'passkey-sign-in',
  summary: 'Sign in with a passkey',
  method: 'POST',
  path: '/auth/passkey-sign-in',
  access: 'public',
  body: z.strictObject({ assertion, secret: passkeySecret }),
  response: signedIn,
  errors: ['passkey-not-valid', 'passkey-unknown'],
});
