import {
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type SignedContent, signedFields } from '../../ports/account-signatures.ts';
import type { DataKey } from '../../ports/key-vault.ts';
import type { ReplaceableRecoveryKey } from '../../ports/recovery-key.ts';
import { createOnce, syncFolder } from './create-once.ts';
import { KEY_ID_BYTES, type RecoveryKeyPair, readRecoveryKeys } from './recovery-keys.ts';
import { deriveKey, open, seal, wiping } from './seal.ts';

const SALTS = 'salts';
const SALT_BYTES = 32;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** First byte of a wrap that is bound to the account, and needs its user's salt. The ID of its key follows. */
const BOUND = 4;
/** First byte of the wrap of a registration. The ID of its key follows. */
const REGISTRATION = 5;
/** First byte of each of the two while there was one key, and no ID. */
const BOUND_BEFORE = 3;
const REGISTRATION_BEFORE = 2;
/** First byte of an earlier wrap that is bound to the user's id, and needs their salt. */
const SALTED = 0;
const SENDER_BYTES = 44;
/** First byte of a wrap made before salts existed: the length of the sender's key. */
const FIRST = SENDER_BYTES;

/**
 * The recovery key as a file on this machine, for one node. Each wrap also needs a random salt of its user,
 * which is in a file of its own: without that file, no one can open the wrap again. While the key is replaced there are
 * two: the newest makes every wrap, and each other one opens what it made.
 * Rejects when there is no key: a new one would open nothing.
 */
export async function createRecoveryFile(folder: string): Promise<ReplaceableRecoveryKey> {
  const salts = join(folder, SALTS);
  await mkdir(salts, { recursive: true, mode: 0o700 });
  const keys = await readRecoveryKeys(folder);
  const [newest] = keys;
  return {
    ...replacing(salts, keys),
    kind: 'file',
    async wrap(dataKey, account) {
      const salt = await makeSalt(salts, account.userId);
      return sealBox({ key: newest, dataKey, salt }, account);
    },
    unwrap: (wrap, account) => unwrap(salts, keys, { wrap, account }),
    async bindEarlier(wrap, account) {
      const dataKey = await openEarlier(salts, keys, { wrap, account });
      if (dataKey === null) return null;
      const salt = await makeSalt(salts, account.userId);
      return wiping(dataKey, (bytes) => sealBox({ key: newest, dataKey: bytes, salt }, account));
    },
    async wrapForRegistration(dataKey, binding) {
      const start = [Buffer.of(REGISTRATION), newest.keyId];
      return wiping(registrationKey(newest.privateKey), (key) =>
        Buffer.concat([...start, seal(key, dataKey, ['registration', ...binding])]),
      );
    },
    async unwrapForRegistration(wrap, binding) {
      const versions = { withId: REGISTRATION, before: REGISTRATION_BEFORE };
      const found = candidatesOf(keys, wrap, versions);
      if (found === null) throw new Error('A wrap was not made for a registration.');
      return openUnderAny(found.keys, ({ privateKey }) =>
        wiping(registrationKey(privateKey), (key) =>
          open(key, found.rest, ['registration', ...binding]),
        ),
      );
    },
    async forget(userId) {
      await rm(saltFile(salts, userId), { force: true });
      await syncFolder(salts);
    },
  };
}

type RecoveryKeyPairs = readonly [RecoveryKeyPair, ...RecoveryKeyPair[]];

/** The wrap of an account, and the account. */
interface AccountWrap {
  readonly wrap: Uint8Array;
  readonly account: SignedContent;
}

/** What makes the wraps of an earlier key again. The salt stays: one that is gone was forgotten. */
function replacing(
  salts: string,
  keys: RecoveryKeyPairs,
): Pick<ReplaceableRecoveryKey, 'wrapPrefix' | 'rewrap'> {
  const [newest] = keys;
  return {
    wrapPrefix: Buffer.concat([Buffer.of(BOUND), newest.keyId]),
    async rewrap(wrap, account) {
      const dataKey = await unwrap(salts, keys, { wrap, account });
      try {
        const salt = await readSalt(salts, account.userId);
        return sealBox({ key: newest, dataKey, salt }, account);
      } finally {
        dataKey.fill(0);
      }
    },
  };
}

async function unwrap(
  salts: string,
  keys: RecoveryKeyPairs,
  { wrap, account }: AccountWrap,
): Promise<DataKey> {
  const found = candidatesOf(keys, wrap, { withId: BOUND, before: BOUND_BEFORE });
  if (found === null) {
    throw new Error('A recovery wrap was not made for the recovery key in a file.');
  }
  const salt = await readSalt(salts, account.userId);
  return wiping(salt, (bytes) =>
    openUnderAny(found.keys, ({ privateKey }) =>
      openBox({ privateKey, box: found.rest, salt: Buffer.from(bytes) }, contextOf(account)),
    ),
  );
}

/** @returns what a wrap of before wraps were bound to accounts has in it; null when nothing opens it */
async function openEarlier(
  salts: string,
  keys: RecoveryKeyPairs,
  { wrap, account: { userId } }: AccountWrap,
): Promise<Buffer | null> {
  const [version] = wrap;
  if (version !== SALTED && version !== FIRST) return null;
  const salt = version === SALTED ? await findSalt(salts, userId) : Buffer.alloc(0);
  if (salt === null) return null;
  const box = wrap.subarray(1);
  return openIfAuthentic(() =>
    wiping(salt, (bytes) =>
      openUnderAny(keys, ({ privateKey }) =>
        openBox({ privateKey, box, salt: Buffer.from(bytes) }, ['recovery', userId]),
      ),
    ),
  );
}

/** First bytes of wraps with the ID of their key, and of those of before. */
interface Versions {
  readonly withId: number;
  readonly before: number;
}

/** @returns the keys that may open a wrap, and what follows its version and ID; null when it is of another kind */
function candidatesOf(
  keys: RecoveryKeyPairs,
  wrap: Uint8Array,
  { withId, before }: Versions,
): { readonly keys: readonly RecoveryKeyPair[]; readonly rest: Uint8Array } | null {
  if (wrap[0] === before) return { keys, rest: wrap.subarray(1) };
  if (wrap[0] !== withId) return null;
  const end = 1 + KEY_ID_BYTES;
  return {
    keys: keys.filter(({ keyId }) => keyId.equals(wrap.subarray(1, end))),
    rest: wrap.subarray(end),
  };
}

/** @returns the first result. Throws what the first key threw. */
function openUnderAny(
  keys: readonly RecoveryKeyPair[],
  tryOne: (key: RecoveryKeyPair) => Buffer,
): Buffer & DataKey {
  const failures: unknown[] = [new Error('The recovery key of a wrap is not in the folder.')];
  for (const key of keys) {
    try {
      return tryOne(key) as Buffer & DataKey;
    } catch (cause) {
      failures.push(cause);
    }
  }
  throw failures[1] ?? failures[0];
}

function sealBox(
  { key, dataKey, salt }: { key: RecoveryKeyPair; dataKey: Uint8Array; salt: Buffer },
  account: SignedContent,
): Uint8Array {
  const ephemeral = generateKeyPairSync('x25519');
  const { publicKey } = key;
  const shared = diffieHellman({ privateKey: ephemeral.privateKey, publicKey });
  const sender = ephemeral.publicKey.export({ type: 'spki', format: 'der' });
  const box = wiping(boxKey(shared, sender, salt), (secret) =>
    seal(secret, dataKey, contextOf(account)),
  );
  return Buffer.concat([Buffer.of(BOUND), key.keyId, sender, box]);
}

function contextOf(account: SignedContent): readonly string[] {
  return ['recovery of an account', ...signedFields(account)];
}

interface Box {
  readonly privateKey: KeyObject;
  /** The sender's key, and what is sealed. */
  readonly box: Uint8Array;
  readonly salt: Buffer;
}

function openBox({ privateKey, box, salt }: Box, context: readonly string[]): Buffer {
  const sender = Buffer.from(box.subarray(0, SENDER_BYTES));
  const publicKey = createPublicKey({ key: sender, format: 'der', type: 'spki' });
  const shared = diffieHellman({ privateKey, publicKey });
  return wiping(boxKey(shared, sender, salt), (key) =>
    open(key, box.subarray(SENDER_BYTES), context),
  );
}

function openIfAuthentic(work: () => Buffer): Buffer | null {
  try {
    return work();
  } catch {
    // Whatever is wrong with such bytes, they never open.
    return null;
  }
}

async function findSalt(folder: string, userId: string): Promise<Buffer | null> {
  try {
    return await readSalt(folder, userId);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw cause;
  }
}

/** Registrations have no salts: what is never finished leaves nothing behind. */
function registrationKey(privateKey: KeyObject): Buffer {
  return wiping(privateKey.export({ type: 'pkcs8', format: 'der' }), (bytes) =>
    deriveKey(bytes, 'registration wrap'),
  );
}

/** Overwrites its inputs, including the salt. */
function boxKey(shared: Buffer, sender: Uint8Array, salt: Buffer): Buffer {
  const secret = wiping(shared, (point) =>
    wiping(salt, (bytes) => Buffer.concat([point, sender, bytes])),
  );
  return wiping(secret, (bytes) => deriveKey(bytes, 'recovery wrap'));
}

/** Two wraps of one user share a salt. */
async function makeSalt(folder: string, userId: string): Promise<Buffer> {
  await createOnce(saltFile(folder, userId), randomBytes(SALT_BYTES).toString('hex'));
  return readSalt(folder, userId);
}

async function readSalt(folder: string, userId: string): Promise<Buffer> {
  const salt = Buffer.from(await readFile(saltFile(folder, userId), 'utf8'), 'hex');
  if (salt.length !== SALT_BYTES) throw new Error(`A recovery salt has ${salt.length} bytes.`);
  return salt;
}

function saltFile(folder: string, userId: string): string {
  if (!UUID.test(userId)) throw new Error('A recovery salt belongs to a user id.');
  return join(folder, userId);
}
