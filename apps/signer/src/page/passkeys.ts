import type { Owner } from '#signing/messages/owner-wrap';
import type { Passkeys } from '../flows/parts.ts';
import { passkeyInput } from '../wraps/box-key.ts';
import { shortAddress } from './panel.ts';

/** How long a prompt stays open. */
const PROMPT_MS = 120_000;
/** ES256 and RS256, which all authenticators have one of. */
const ALGORITHMS = [-7, -257];

/** Passkeys of this host. Their name is an address, so that several wallets can be told apart. */
export function createPasskeys(host: string): Passkeys {
  return {
    isAvailable: () => 'credentials' in navigator && 'PublicKeyCredential' in window,
    async create(owner: Owner, signal: AbortSignal) {
      const first = await passkeyInput();
      const name = `Kax ${shortAddress(owner.address)}`;
      const created = await prompt(() =>
        navigator.credentials.create({
          signal,
          publicKey: {
            rp: { id: host, name: 'Kax' },
            user: { id: new TextEncoder().encode(owner.userId), name, displayName: name },
            challenge: crypto.getRandomValues(new Uint8Array(32)),
            pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
            authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
            timeout: PROMPT_MS,
            // Without an input, Windows Hello in Firefox makes a passkey that derives nothing.
            extensions: { prf: { eval: { first } } },
          },
        }),
      );
      if (created.outcome === 'failed') return { outcome: created.reason };
      const { credential } = created;
      if (!(credential.response instanceof AuthenticatorAttestationResponse)) {
        return { outcome: 'no-secret' };
      }
      const publicKey = credential.response.getPublicKey();
      const isAble = credential.getClientExtensionResults().prf?.enabled === true;
      if (publicKey === null || !isAble) return { outcome: 'no-secret' };
      return {
        outcome: 'created',
        credentialId: toBase64url(credential.rawId),
        publicKey: toBase64url(publicKey),
      };
    },
    async secretOf(credentialIds, signal) {
      const first = await passkeyInput();
      const found = await prompt(() =>
        navigator.credentials.get({
          signal,
          publicKey: {
            rpId: host,
            challenge: crypto.getRandomValues(new Uint8Array(32)),
            allowCredentials: credentialIds.map((id) => ({
              type: 'public-key',
              id: fromBase64url(id),
            })),
            userVerification: 'required',
            timeout: PROMPT_MS,
            extensions: { prf: { eval: { first } } },
          },
        }),
      );
      if (found.outcome === 'failed') return { outcome: found.reason };
      const { credential } = found;
      const output = credential.getClientExtensionResults().prf?.results?.first;
      if (output === undefined) return { outcome: 'no-secret' };
      const secret = bytesOf(output);
      if (secret.length !== 32) return { outcome: 'no-secret' };
      return { outcome: 'secret', credentialId: toBase64url(credential.rawId), secret };
    },
  };
}

type Prompted =
  | { readonly outcome: 'credential'; readonly credential: PublicKeyCredential }
  | { readonly outcome: 'failed'; readonly reason: 'cancelled' | 'no-secret' };

async function prompt(open: () => Promise<Credential | null>): Promise<Prompted> {
  try {
    const credential = await open();
    if (credential instanceof PublicKeyCredential) return { outcome: 'credential', credential };
    return { outcome: 'failed', reason: 'no-secret' };
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    // Closed, timed out, or without a fitting passkey: browsers say the same of all three.
    const isClosed = error.name === 'NotAllowedError' || error.name === 'AbortError';
    return { outcome: 'failed', reason: isClosed ? 'cancelled' : 'no-secret' };
  }
}

function bytesOf(source: BufferSource): Uint8Array<ArrayBuffer> {
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
  return Uint8Array.from(bytes);
}

function toBase64url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const standard = text.replaceAll('-', '+').replaceAll('_', '/');
  return Uint8Array.from(atob(standard), (letter) => letter.charCodeAt(0));
}
