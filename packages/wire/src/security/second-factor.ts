import * as z from 'zod/mini';
import { base64url } from './base64url.ts';

/** A passkey as its owner sees it. */
export const passkey = z.object({
  /** Its credential id. */
  id: base64url,
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  /** False for one that can only approve: its authenticator gives no secret that opens the wallet. */
  canSignIn: z.boolean(),
  /** Copied by its provider to the owner's other devices. */
  isSynced: z.boolean(),
});

export type Passkey = z.output<typeof passkey>;

/** What a browser returns for a new passkey (WebAuthn `RegistrationResponseJSON`, the fields that are used). */
export const attestation = z.object({
  id: base64url,
  clientDataJSON: base64url,
  attestationObject: base64url,
  transports: z.array(z.string().check(z.maxLength(32))).check(z.maxLength(8)),
});

/** What a browser returns for the use of a passkey (WebAuthn `AuthenticationResponseJSON`, the fields that are used). */
export const assertion = z.object({
  id: base64url,
  clientDataJSON: base64url,
  authenticatorData: base64url,
  signature: base64url,
});

export type Attestation = z.output<typeof attestation>;
export type Assertion = z.output<typeof assertion>;

/** 32 bytes that a passkey derives for Kax alone (WebAuthn `prf`, `results.first`). */
export const passkeySecret = z.string().check(z.regex(/^[\w-]{43}$/));

/** Up to 50 visible characters. */
export const passkeyName = z.string().check(z.minLength(1), z.maxLength(50));

/** 6 digits of an authenticator app, or a recovery code; spaces and hyphens are ignored. */
export const factorCode = z.string().check(z.minLength(6), z.maxLength(32));

/** New recovery codes, shown this once; null when the account had some. */
export const recoveryCodes = z.nullable(z.array(z.string()));
