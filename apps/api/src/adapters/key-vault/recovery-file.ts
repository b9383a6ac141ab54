import {
  createPrivateKey,
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
import type { RecoveryKey } from '../../ports/recovery-key.ts';
import { createOnce, syncFolder } from './create-once.ts';
import { deriveKey, open, seal, wiping } from './seal.ts';

const KEY_FILE = 'recovery.pem';
const SALTS = 'salts';
const SALT_BYTES = 32;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** First byte of a wrap that is bound to the account, and needs its user's salt. */
const BOUND = 3;
/** First byte of the wrap of a registration. */
const REGISTRATION = 2;
/** First byte of an earlier wrap that is bound to the user's id, and needs their salt. */
const SALTED = 0;
const SENDER_BYTES = 44;
/** First byte of a wrap made before salts existed: the length of the sender's key. */
const FIRST = SENDER_BYTES;

/**
 * The recovery key as a file on this machine, for one node. Each wrap also needs a random salt of its user,
 * which is in a file of its own: without that file, no one can open the wrap again.
 * @param whenMissing `create` makes the key on a fresh machine; `refuse` throws, since a new one opens nothing
 */
export async function createRecoveryFile(
  folder: string,
  whenMissing: 'create' | 'refuse',
): Promise<RecoveryKey> {
  const salts = join(folder, SALTS);
  await mkdir(salts, { recursive: true, mode: 0o700 });
  const privateKey = await readKey(join(folder, KEY_FILE), whenMissing);
  const publicKey = createPublicKey(privateKey);
  async function wrapFor(dataKey: DataKey, account: SignedContent): Promise<Uint8Array> {
    const salt = await makeSalt(salts, account.userId);
    const ephemeral = generateKeyPairSync('x25519');
    const shared = diffieHellman({ privateKey: ephemeral.privateKey, publicKey });
    const sender = ephemeral.publicKey.export({ type: 'spki', format: 'der' });
    const box = wiping(boxKey(shared, sender, salt), (key) =>
      seal(key, dataKey, contextOf(account)),
    );
    return Buffer.concat([Buffer.of(BOUND), sender, box]);
  }
  return {
    kind: 'file',
    wrap: wrapFor,
    async unwrap(wrap, account) {
      if (wrap[0] !== BOUND) {
        throw new Error('A recovery wrap was not made for the recovery key in a file.');
      }
      const salt = await readSalt(salts, account.userId);
      return openBox({ privateKey, wrap, salt }, contextOf(account));
    },
    async bindEarlier(wrap, account) {
      const { userId } = account;
      const [version] = wrap;
      if (version !== SALTED && version !== FIRST) return null;
      const salt = version === SALTED ? await findSalt(salts, userId) : Buffer.alloc(0);
      if (salt === null) return null;
      const dataKey = openIfAuthentic(() =>
        openBox({ privateKey, wrap, salt }, ['recovery', userId]),
      );
      if (dataKey === null) return null;
      try {
        return await wrapFor(dataKey, account);
      } finally {
        dataKey.fill(0);
      }
    },
    async wrapForRegistration(dataKey, binding) {
      return wiping(registrationKey(privateKey), (key) =>
        Buffer.concat([Buffer.of(REGISTRATION), seal(key, dataKey, ['registration', ...binding])]),
      );
    },
    async unwrapForRegistration(wrap, binding) {
      if (wrap[0] !== REGISTRATION) throw new Error('A wrap was not made for a registration.');
      return wiping(registrationKey(privateKey), (key) =>
        open(key, wrap.subarray(1), ['registration', ...binding]),
      ) as unknown as DataKey;
    },
    async forget(userId) {
      await rm(saltFile(salts, userId), { force: true });
      await syncFolder(salts);
    },
  };
}

async function readKey(file: string, whenMissing: 'create' | 'refuse'): Promise<KeyObject> {
  if (whenMissing === 'create') {
    const { privateKey } = generateKeyPairSync('x25519');
    await createOnce(file, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  }
  return createPrivateKey(await readFile(file));
}

function contextOf(account: SignedContent): readonly string[] {
  return ['recovery of an account', ...signedFields(account)];
}

interface Box {
  readonly privateKey: KeyObject;
  readonly wrap: Uint8Array;
  readonly salt: Buffer;
}

function openBox({ privateKey, wrap, salt }: Box, context: readonly string[]): DataKey {
  const sender = Buffer.from(wrap.subarray(1, 1 + SENDER_BYTES));
  const publicKey = createPublicKey({ key: sender, format: 'der', type: 'spki' });
  const shared = diffieHellman({ privateKey, publicKey });
  return wiping(boxKey(shared, sender, salt), (key) =>
    open(key, wrap.subarray(1 + SENDER_BYTES), context),
  ) as unknown as DataKey;
}

function openIfAuthentic(work: () => DataKey): DataKey | null {
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
