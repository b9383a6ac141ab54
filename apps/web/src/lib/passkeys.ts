import type { ResponseOf } from '#wire/contract';
import type { passkeyChallenge } from '#wire/security/passkey-challenge';
import type { Assertion, Attestation } from '#wire/security/second-factor';
import { base64url } from './device-key.ts';

/**
 * `cancelled`: the user closed the prompt, or it timed out. `unsupported`: this browser or device can't. `exists`: the
 * account already has a passkey there. `failed`: anything else, such as a page on another host.
 */
export type PasskeyFailure = 'cancelled' | 'unsupported' | 'exists' | 'failed';

export type PasskeyResult<T> = { ok: true; data: T } | { ok: false; reason: PasskeyFailure };

/** The prompt closes by itself after as long as a challenge of an approval is valid. */
const PROMPT_MS = 5 * 60_000;
/** ES256, EdDSA and RS256, as COSE numbers them. */
const ALGORITHMS = [-7, -8, -257];

/** @returns whether this browser can create and use passkeys on this page */
export function isPasskeySupported(): boolean {
  return typeof PublicKeyCredential === 'function' && isSecureContext;
}

/**
 * Lets the user create a passkey; the browser verifies them. Never rejects.
 * @returns `hasPrf`: its authenticator derives secrets, which only `requestAssertion` reads
 */
export function createPasskey(
  options: ResponseOf<typeof passkeyChallenge>,
): Promise<PasskeyResult<{ attestation: Attestation; hasPrf: boolean }>> {
  return withPrompt(async () => {
    const credential = await navigator.credentials.create({ publicKey: creationOf(options) });
    if (!(credential instanceof PublicKeyCredential)) return failure('failed');
    const { response } = credential;
    if (!(response instanceof AuthenticatorAttestationResponse)) return failure('failed');
    const attestation = {
      id: base64url(credential.rawId),
      clientDataJSON: base64url(response.clientDataJSON),
      attestationObject: base64url(response.attestationObject),
      transports: response.getTransports().slice(0, 8),
    };
    const hasPrf = credential.getClientExtensionResults().prf?.enabled === true;
    return { ok: true, data: { attestation, hasPrf } };
  });
}

interface AssertionRequest {
  readonly challenge: string;
  readonly rpId: string;
  /** Passkeys that may be used; with none, the user picks any that this host has. */
  readonly credentialIds: readonly string[];
  /** What the passkey derives its secret from; without it, there is none. */
  readonly prfSalt?: string;
  readonly signal?: AbortSignal;
}

/**
 * Lets the user confirm with a passkey; the browser verifies them. Never rejects.
 * @returns `secret`: 32 bytes in base64url; null when none was requested, or the authenticator derives none
 */
export function requestAssertion(
  request: AssertionRequest,
): Promise<PasskeyResult<{ assertion: Assertion; secret: string | null }>> {
  return withPrompt(async () => {
    const credential = await navigator.credentials.get({
      publicKey: requestOf(request),
      ...(request.signal ? { signal: request.signal } : {}),
    });
    if (!(credential instanceof PublicKeyCredential)) return failure('failed');
    const { response } = credential;
    if (!(response instanceof AuthenticatorAssertionResponse)) return failure('failed');
    const assertion = {
      id: base64url(credential.rawId),
      clientDataJSON: base64url(response.clientDataJSON),
      authenticatorData: base64url(response.authenticatorData),
      signature: base64url(response.signature),
    };
    const derived = credential.getClientExtensionResults().prf?.results?.first;
    return { ok: true, data: { assertion, secret: derived ? base64url(bytesIn(derived)) : null } };
  });
}

function creationOf(
  options: ResponseOf<typeof passkeyChallenge>,
): PublicKeyCredentialCreationOptions {
  return {
    challenge: bytesOf(options.challenge),
    rp: { id: options.rpId, name: 'Kax' },
    user: {
      id: bytesOf(options.userHandle),
      name: options.userName,
      displayName: options.displayName,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: options.excludedIds.map(descriptorOf),
    attestation: 'none',
    timeout: PROMPT_MS,
    extensions: { prf: {} },
  };
}

function requestOf(request: AssertionRequest): PublicKeyCredentialRequestOptions {
  const { challenge, rpId, credentialIds, prfSalt } = request;
  return {
    challenge: bytesOf(challenge),
    rpId,
    allowCredentials: credentialIds.map(descriptorOf),
    userVerification: 'required',
    timeout: PROMPT_MS,
    ...(prfSalt === undefined
      ? {}
      : { extensions: { prf: { eval: { first: bytesOf(prfSalt) } } } }),
  };
}

function descriptorOf(id: string): PublicKeyCredentialDescriptor {
  return { type: 'public-key', id: bytesOf(id) };
}

async function withPrompt<T>(prompt: () => Promise<PasskeyResult<T>>): Promise<PasskeyResult<T>> {
  if (!isPasskeySupported()) return failure('unsupported');
  try {
    return await prompt();
  } catch (cause) {
    return failure(reasonOf(cause));
  }
}

function failure(reason: PasskeyFailure): { ok: false; reason: PasskeyFailure } {
  return { ok: false, reason };
}

/** WebAuthn reports everything that the user may have decided as `NotAllowedError`. */
function reasonOf(cause: unknown): PasskeyFailure {
  const name = cause instanceof DOMException ? cause.name : '';
  return REASON_BY_NAME[name] ?? 'failed';
}

const REASON_BY_NAME: Readonly<Record<string, PasskeyFailure>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'exists',
  NotSupportedError: 'unsupported',
  ConstraintError: 'unsupported',
};

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function bytesIn(source: BufferSource): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(source)
    ? source
    : new Uint8Array(source);
  return new Uint8Array(buffer, byteOffset, byteLength).slice().buffer;
}
