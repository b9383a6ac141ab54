import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOnce } from './create-once.ts';

const KEY_BYTES = 32;

/** Reads 32 secret bytes in hex from a file. Throws when they are missing, or are not 32. */
export async function readSecret(folder: string, name: string): Promise<Buffer> {
  const file = join(folder, name);
  const secret = Buffer.from((await readFile(file, 'utf8')).trim(), 'hex');
  if (secret.length !== KEY_BYTES) {
    throw new Error(`${file} must hold ${KEY_BYTES} bytes in hex.`);
  }
  return secret;
}

/** Makes a key of 32 random bytes in hex, mode 0600, unless there is one, and its folder. */
export async function createKeyFile(folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await createOnce(join(folder, name), randomBytes(KEY_BYTES).toString('hex'));
}
