import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** The secrets of the server that must never stand in the database. */
export interface ServerKeys {
  readonly pepper: Uint8Array;
  readonly pepperId: string;
  readonly recoveryPublicKey: KeyObject;
}

const PEPPER_FILE = 'pepper-1';
const RECOVERY_FILE = 'recovery.pem';
const PEPPER_BYTES = 32;

/**
 * Reads the pepper and the recovery key from their folder.
 * @param whenMissing `create` makes them on a fresh machine; `refuse` throws, since new keys would lock everyone out
 */
export function readServerKeys(folder: string, whenMissing: 'create' | 'refuse'): ServerKeys {
  if (whenMissing === 'create') {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    createOnce(folder, PEPPER_FILE, () => randomBytes(PEPPER_BYTES).toString('hex'));
    createOnce(folder, RECOVERY_FILE, () =>
      generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    );
  }
  const pepper = Buffer.from(readFileSync(join(folder, PEPPER_FILE), 'utf8').trim(), 'hex');
  if (pepper.length !== PEPPER_BYTES) {
    throw new Error(`${join(folder, PEPPER_FILE)} must hold ${PEPPER_BYTES} bytes in hex.`);
  }
  const recovery = createPrivateKey(readFileSync(join(folder, RECOVERY_FILE)));
  return { pepper, pepperId: PEPPER_FILE, recoveryPublicKey: createPublicKey(recovery) };
}

/** Two processes may start together: the first complete file wins, and a half-written one is never seen. */
function createOnce(folder: string, name: string, make: () => string): void {
  const path = join(folder, name);
  const temporary = `${path}.${process.pid}.new`;
  const file = openSync(temporary, 'w', 0o600);
  writeSync(file, make());
  fsyncSync(file);
  closeSync(file);
  try {
    linkSync(temporary, path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  } finally {
    rmSync(temporary, { force: true });
  }
}
