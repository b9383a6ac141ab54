import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { base64url } from './base64url.ts';

/** Begins a new passkey: what the browser needs to create it. Nothing is stored. */
export const passkeyChallenge = defineContract({
  name: 'passkey-challenge',
  summary: 'Begin a new passkey',
  method: 'POST',
  path: '/auth/passkeys/challenge',
  access: 'session',
  body: z.strictObject({}),
  response: z.object({
    /** Signed by the browser within 10 minutes, once. */
    challenge: base64url,
    rpId: z.string(),
    /** The WebAuthn user handle: names the account without an email. */
    userHandle: base64url,
    /** Shown by the browser. */
    userName: z.string(),
    displayName: z.string(),
    /** Passkeys of the account, which an authenticator must not create again. */
    excludedIds: z.array(base64url),
    /** What the authenticator derives the passkey’s secret from. */
    prfSalt: base64url,
  }),
  errors: ['held-after-reset', 'held-new-device', 'too-many-passkeys'],
});
