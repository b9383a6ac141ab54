import * as z from 'zod/mini';
import { type Chain, chain } from '#wire/wallet/coin';
import { privateState } from '#wire/wallet/private-coins';
import { type DeviceStore, resultOf, withStore } from '../../lib/device-store.ts';
import { KEPT_DATABASE } from '../../lib/kept-database.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { readStored, STORAGE_KEYS } from '../../lib/storage.ts';
import type { WalletMode } from '../../state/wallet-mode.ts';
import type { PrivateCoins } from './coins-view.ts';

const STORE: DeviceStore = { database: KEPT_DATABASE, name: 'records' };
const KEY = 'key';
const ALGORITHM = { name: 'AES-GCM', length: 256 } as const;
const IV_BYTES = 12;
const MAX_AGE_MS = 30 * 24 * 3_600_000;

const chains = z.array(chain);
const SHAPES = {
  public: z.object({ at: z.number(), data: chains }),
  private: z.object({ at: z.number(), data: z.object({ chains, state: privateState }) }),
} as const;

/** The last response about a balance, and when it arrived, milliseconds since 1970. */
export interface KeptBalance<M extends WalletMode> {
  readonly at: number;
  readonly data: BalanceData[M];
}

/** What the server responds about each balance. */
export interface BalanceData {
  readonly public: readonly Chain[];
  readonly private: PrivateCoins;
}

/** Whose balance it is, and which. */
export interface BalanceOf<M extends WalletMode> {
  readonly userId: string;
  readonly mode: M;
}

interface KeptRecord {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly bytes: ArrayBuffer;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Keeps a balance on this device in place of the one before, encrypted with a key that no script can read. It is
 * removed with the session, and one that arrives after the end of the session is not kept.
 */
export function keepBalance<M extends WalletMode>(
  of: BalanceOf<M>,
  balance: KeptBalance<M>,
): Promise<unknown> {
  // One after the other, so that the newest stays.
  last = last
    .then(async () => {
      const record = await encrypt(await readOrMakeKey(of.userId), of, balance);
      await putDuringSession(of.userId, of.mode, record);
    })
    .catch(() => undefined);
  return last;
}

/** @returns null without one that is this user's and at most 30 days old; anything else is removed */
export async function readKeptBalance<M extends WalletMode>(
  of: BalanceOf<M>,
): Promise<KeptBalance<M> | null> {
  try {
    const [key, record] = await withStore(STORE, 'readonly', (store) =>
      Promise.all([resultOf(store.get(KEY)), resultOf(store.get(of.mode))]),
    );
    if (record === undefined) return null;
    const balance = await decrypt(key, of, record).catch(() => null);
    if (balance !== null && Date.now() - balance.at <= MAX_AGE_MS) return balance;
    await withStore(STORE, 'readwrite', (store) => resultOf(store.delete(of.mode)));
  } catch {
    // Without storage, nothing was kept.
  }
  return null;
}

async function readOrMakeKey(userId: string): Promise<CryptoKey> {
  const known = await withStore(STORE, 'readonly', (store) => resultOf(store.get(KEY)));
  if (known instanceof CryptoKey) return known;
  const made = await crypto.subtle.generateKey(ALGORITHM, false, ['encrypt', 'decrypt']);
  await putDuringSession(userId, KEY, made);
  return made;
}

/** The login is removed before this database is, so what passes here before is removed with it. */
async function putDuringSession(userId: string, name: string, value: unknown): Promise<void> {
  await withStore(STORE, 'readwrite', async (store) => {
    if (signedInUserId() === userId) await resultOf(store.put(value, name));
  });
}

/** @returns the user who is signed in at this moment, in whichever tab; null when no one is */
function signedInUserId(): string | null {
  if (readStored(STORAGE_KEYS.accessToken) === null) return null;
  const parsed = z.safeParse(storedUser, parseJson(readStored(STORAGE_KEYS.user) ?? ''));
  return parsed.success ? parsed.data.id : null;
}

const storedUser = z.object({ id: z.string() });

async function encrypt<M extends WalletMode>(
  key: CryptoKey,
  of: BalanceOf<M>,
  balance: KeptBalance<M>,
): Promise<KeptRecord> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const text = new TextEncoder().encode(JSON.stringify(balance));
  return { iv, bytes: await crypto.subtle.encrypt(boundTo(of, iv), key, text) };
}

/** @throws for a record that isn't of this user and this balance, or that this version can't read */
async function decrypt<M extends WalletMode>(
  key: CryptoKey,
  of: BalanceOf<M>,
  { iv, bytes }: KeptRecord,
): Promise<KeptBalance<M>> {
  const text = await crypto.subtle.decrypt(boundTo(of, iv), key, bytes);
  const parsed = parseJson(new TextDecoder().decode(text));
  return z.parse(SHAPES[of.mode], parsed) as KeptBalance<M>;
}

function boundTo({ userId, mode }: BalanceOf<WalletMode>, iv: Uint8Array<ArrayBuffer>) {
  const additionalData = new TextEncoder().encode(`${userId} ${mode}`);
  return { name: ALGORITHM.name, iv, additionalData };
}
