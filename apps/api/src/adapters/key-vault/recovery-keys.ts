import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOnce } from './create-once.ts';
import { listNumberedFiles, type NumberedFile } from './numbered-files.ts';

/** One of the keys that a recovery wrap may be under. */
export interface RecoveryKeyPair {
  /** The first bytes of a hash of its public part: wraps begin with it. */
  readonly keyId: Buffer;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

export interface RecoveryKeyFile extends NumberedFile {
  /** The ID of its key in hex. */
  readonly keyId: string;
}

const FIRST_FILE = 'recovery.pem';
const KEY_FILE = /^(?<id>recovery(?:-(?<number>[2-9]|[1-9]\d{1,5}))?)\.pem$/;
export const KEY_ID_BYTES = 8;

/**
 * Reads the recovery keys of a folder: `recovery.pem`, and `recovery-2.pem` while it is replaced.
 * @returns the newest, under which wraps are made, then each other one. Rejects with `RecoveryKeyMissing` when there is
 * none: a new one would open nothing.
 */
export async function readRecoveryKeys(
  folder: string,
): Promise<readonly [RecoveryKeyPair, ...RecoveryKeyPair[]]> {
  const files = await listNumberedFiles(folder, KEY_FILE);
  const pairs = await Promise.all(files.map(({ file }) => readPair(join(folder, file))));
  const [newest, ...others] = pairs.reverse();
  if (newest === undefined) throw new RecoveryKeyMissing(join(folder, FIRST_FILE));
  return [newest, ...others];
}

/** @returns the files of the recovery keys of a folder, by number */
export async function listRecoveryKeys(folder: string): Promise<readonly RecoveryKeyFile[]> {
  const files = await listNumberedFiles(folder, KEY_FILE);
  return Promise.all(
    files.map(async (each) => {
      const { keyId } = await readPair(join(folder, each.file));
      return { ...each, keyId: keyId.toString('hex') };
    }),
  );
}

/** Makes the first recovery key of a folder, unless it has one, whatever its number. */
export async function createFirstRecoveryKey(folder: string): Promise<void> {
  const files = await listNumberedFiles(folder, KEY_FILE);
  if (files.length === 0) await createRecoveryKey(folder, FIRST_FILE);
}

/** Makes a recovery key (X25519), mode 0600, unless the file exists, and its folder. */
export async function createRecoveryKey(folder: string, file: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { privateKey } = generateKeyPairSync('x25519');
  const text = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await createOnce(join(folder, file), text);
}

async function readPair(file: string): Promise<RecoveryKeyPair> {
  const privateKey = createPrivateKey(await readFile(file));
  if (privateKey.asymmetricKeyType !== 'x25519') {
    throw new Error(`${file} must have an X25519 key, not ${privateKey.asymmetricKeyType}.`);
  }
  const publicKey = createPublicKey(privateKey);
  const digest = createHash('sha256').update(publicKey.export({ type: 'spki', format: 'der' }));
  return { keyId: digest.digest().subarray(0, KEY_ID_BYTES), privateKey, publicKey };
}

/** Without the recovery key, a forgotten password means a lost wallet. */
export class RecoveryKeyMissing extends Error {
  constructor(file: string) {
    super(`There is no ${file}, the recovery key.`);
    this.name = 'RecoveryKeyMissing';
  }
}
