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

const DATABASE = 'kax';
const STORE = 'keys';
const RECORD = 'device';
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;
/** Some browsers never respond when their storage is broken. */
const OPEN_WITHIN_MS = 2_000;

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
    return await withStore('readwrite', async (store) => {
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
  return withStore('readonly', async (store) => asKey(await resultOf(store.get(RECORD))));
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

async function withStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(STORE, mode);
    const isStored = completionOf(transaction);
    const [result] = await Promise.all([work(transaction.objectStore(STORE)), isStored]);
    return result;
  } finally {
    database.close();
  }
}

/** Nothing counts as stored before: a session must not be bound to a key that is gone with the page. */
function completionOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  const isLate = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('IndexedDB isn’t responding.')), OPEN_WITHIN_MS);
  });
  return Promise.race([resultOf(request), isLate]);
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
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
