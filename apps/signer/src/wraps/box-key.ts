import type { BoxUse } from './associated-data.ts';

const SALT = 'kax/only-me/v1';
/** OWASP's figure for PBKDF2 with SHA-256; six drawn words have 66 bits before it. */
const PHRASE_ITERATIONS = 600_000;

/** What a passkey is evaluated at: the same for all users, because each passkey has a secret of its own. */
export async function passkeyInput(): Promise<Uint8Array<ArrayBuffer>> {
  const text = new TextEncoder().encode('kax/only-me/v1/prf');
  return new Uint8Array(await crypto.subtle.digest('SHA-256', text));
}

/**
 * @param phrase six words with single spaces between them
 * @param salt 16 bytes, of the wrap
 * @returns 32 bytes, what a passkey's output is for its wrap
 */
export async function phraseSecret(
  phrase: string,
  salt: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(phrase);
  const material = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveBits']);
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: PHRASE_ITERATIONS };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, material, 256));
}

/** @returns the AES-256-GCM key of one box of one wrap; no script can read it */
export async function boxKey(
  secret: Uint8Array<ArrayBuffer>,
  { use, wrapId }: { readonly use: BoxUse; readonly wrapId: string },
): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const parameters = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new TextEncoder().encode(SALT),
    info: new TextEncoder().encode(`${use}|${wrapId}`),
  };
  const cipher = { name: 'AES-GCM', length: 256 };
  return await crypto.subtle.deriveKey(parameters, material, cipher, false, ['encrypt', 'decrypt']);
}
