import { type DeviceStore, resultOf, withStore } from './device-store.ts';

/** The key of this browser (decision 0070). Scripts can sign with it, and no one can read it. */
export interface DeviceKey {
  readonly privateKey: CryptoKey;
  readonly publicKey: PublicKey;
  /** RFC 7638. */
  readonly thumbprint: string;
}

interface PublicKey {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
}

const STORE: DeviceStore = { database: 'kax', name: 'keys' };
const RECORD = 'device';
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/**
 * Reads the key of this browser, and creates it on the first call. Tabs that create it at the same moment get one key:
 * their transactions come one after the other, and only the first finds none.
 * @returns null where the browser has no cryptography or storage for it: in insecure contexts and some private windows
 */
export async function createDeviceKey(): Promise<DeviceKey | null> {
  try {
    const known = await readDeviceKey();
    if (known !== null) return known;
    const made = await makeKey();
    return await withStore(STORE, 'readwrite', async (store) => {
      const stored = asKey(await resultOf(store.get(RECORD)));
      if (stored !== null) return stored;
      await resultOf(store.put(made, RECORD));
      return made;
    });
  } catch {
    // Without a key, a session is bound to no device.
    return null;
  }
}

/** @returns the key of this browser; null when it has none. Rejects when its storage does not respond. */
export async function readDeviceKey(): Promise<DeviceKey | null> {
  return withStore(STORE, 'readonly', async (store) => asKey(await resultOf(store.get(RECORD))));
}

async function makeKey(): Promise<DeviceKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(ALGORITHM, false, ['sign']);
  const { kty = '', crv = '', x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey);
  const thumbprint = await hash(JSON.stringify({ crv, kty, x, y }));
  return { privateKey, publicKey: { kty, crv, x, y }, thumbprint };
}

/** @returns SHA-256 in base64url */
export async function hash(text: string): Promise<string> {
  return base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** @returns base64url without padding */
export function base64url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** @returns null for what this version did not store */
function asKey(stored: unknown): DeviceKey | null {
  const isKey =
    typeof stored === 'object' &&
    stored !== null &&
    'thumbprint' in stored &&
    'privateKey' in stored &&
    stored.privateKey instanceof CryptoKey;
  return isKey ? (stored as DeviceKey) : null;
}
