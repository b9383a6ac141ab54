import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { base64url } from './base64url.ts';

/** Begins a sign-in with a passkey. Nothing is stored. */
export const passkeySignInChallenge = defineContract({
  name: 'passkey-sign-in-challenge',
  summary: 'Begin a sign-in with a passkey',
  method: 'POST',
  path: '/auth/passkey-sign-in/challenge',
  access: 'public',
  body: z.strictObject({}),
  response: z.object({ challenge: base64url, rpId: z.string(), prfSalt: base64url }),
  errors: [],
});
