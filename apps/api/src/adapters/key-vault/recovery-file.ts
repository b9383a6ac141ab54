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
import type { DataKey } from '../../ports/key-vault.ts';
import type { RecoveryKey } from '../../ports/recovery-key.ts';
import { createOnce, syncFolder } from './create-once.ts';
import { deriveKey, open, seal, wiping } from './seal.ts';

const KEY_FILE = 'recovery.pem';
const SALTS = 'salts';
const SALT_BYTES = 32;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** First byte of a wrap that needs its user's salt. */
const SALTED = 0;
/** First byte of a wrap made before salts existed: the length of the sender's key. */
const SENDER_BYTES = 44;

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
  return {
    kind: 'file',
    async wrap(dataKey, userId) {
      const salt = await makeSalt(salts, userId);
      const ephemeral = generateKeyPairSync('x25519');
      const shared = diffieHellman({ privateKey: ephemeral.privateKey, publicKey });
      const sender = ephemeral.publicKey.export({ type: 'spki', format: 'der' });
      const box = wiping(boxKey(shared, sender, salt), (key) =>
        seal(key, dataKey, ['recovery', userId]),
      );
      return Buffer.concat([Buffer.of(SALTED), sender, box]);
    },
    async unwrap(wrap, userId) {
      const [version] = wrap;
      if (version !== SALTED && version !== SENDER_BYTES) {
        throw new Error('A recovery wrap was not made for the recovery key in a file.');
      }
      const salt = version === SALTED ? await readSalt(salts, userId) : Buffer.alloc(0);
      const sender = Buffer.from(wrap.subarray(1, 1 + SENDER_BYTES));
      const senderKey = createPublicKey({ key: sender, format: 'der', type: 'spki' });
      const shared = diffieHellman({ privateKey, publicKey: senderKey });
      return wiping(boxKey(shared, sender, salt), (key) =>
        open(key, wrap.subarray(1 + SENDER_BYTES), ['recovery', userId]),
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
