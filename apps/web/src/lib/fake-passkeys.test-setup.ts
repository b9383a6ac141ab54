import { vi } from 'vitest';
import { base64url } from './device-key.ts';

/** What the fake authenticator does with the next prompts, and what it was given. */
export interface FakeAuthenticator {
  /** Whether it derives secrets. */
  hasPrf: boolean;
  /** Thrown instead of a result, by name, as browsers do; null for none. */
  createFails: string | null;
  useFails: string | null;
  readonly created: PublicKeyCredentialCreationOptions[];
  readonly used: PublicKeyCredentialRequestOptions[];
}

/** The id of the passkey that it creates. */
export const NEW_ID = base64url(Uint8Array.of(1, 2, 250).buffer);
/** What it derives. */
export const SECRET = base64url(new Uint8Array(32).fill(7).buffer);

class FakeCredential {
  rawId: ArrayBuffer;
  response: object;
  results: object;
  constructor(rawId: ArrayBuffer, response: object, results: object) {
    this.rawId = rawId;
    this.response = response;
    this.results = results;
  }
  getClientExtensionResults(): object {
    return this.results;
  }
}

class FakeAttestation {
  clientDataJSON = bytes('created');
  attestationObject = bytes('attested');
  getTransports = () => ['internal', 'hybrid'];
}

class FakeAssertion {
  clientDataJSON = bytes('used');
  authenticatorData = bytes('data');
  signature = bytes('signed');
}

/** Gives the page an authenticator, as if the browser had one. Unstub the globals afterwards. */
export function installFakeAuthenticator(): FakeAuthenticator {
  const authenticator: FakeAuthenticator = {
    hasPrf: true,
    createFails: null,
    useFails: null,
    created: [],
    used: [],
  };
  vi.stubGlobal('PublicKeyCredential', FakeCredential);
  vi.stubGlobal('AuthenticatorAttestationResponse', FakeAttestation);
  vi.stubGlobal('AuthenticatorAssertionResponse', FakeAssertion);
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: { create: createWith(authenticator), get: assertWith(authenticator) },
  });
  return authenticator;
}

function createWith(authenticator: FakeAuthenticator) {
  return async ({ publicKey }: { publicKey: PublicKeyCredentialCreationOptions }) => {
    authenticator.created.push(publicKey);
    if (authenticator.createFails) throw new DOMException('', authenticator.createFails);
    const results = authenticator.hasPrf ? { prf: { enabled: true } } : {};
    return new FakeCredential(Uint8Array.of(1, 2, 250).buffer, new FakeAttestation(), results);
  };
}

function assertWith(authenticator: FakeAuthenticator) {
  return async ({ publicKey }: { publicKey: PublicKeyCredentialRequestOptions }) => {
    authenticator.used.push(publicKey);
    if (authenticator.useFails) throw new DOMException('', authenticator.useFails);
    // Some browsers return a view of a larger buffer.
    const first = new Uint8Array(40).fill(7).subarray(4, 36);
    const results = authenticator.hasPrf ? { prf: { results: { first } } } : {};
    return new FakeCredential(Uint8Array.of(1, 2, 250).buffer, new FakeAssertion(), results);
  };
}

function bytes(text: string): ArrayBuffer {
  return new TextEncoder().encode(text).buffer;
}
