import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PushSigner } from '../../ports/push-signer.ts';
import { createOnce } from './create-once.ts';

/** In the folder of the process that sends push messages. */
export const PUSH_KEY_FILE = 'push-1';
/** In the folder of the process that browsers subscribe at. */
export const PUSH_PUBLIC_FILE = 'push-1-public.pem';

/** Every user of the server may read it. */
const PUBLIC_MODE = 0o644;

/** Makes the key under which push messages are signed, unless there is one, and its folder. */
export async function createPushKey(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const text = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await createOnce(join(folder, PUSH_KEY_FILE), text);
}

/** Writes the public part of the key of a folder into another folder, unless one is there. */
export async function writePushPublicKey(folder: string, publicFile: string): Promise<void> {
  const key = parseKey(join(folder, PUSH_KEY_FILE), await readFile(join(folder, PUSH_KEY_FILE)));
  const text = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  await mkdir(dirname(publicFile), { recursive: true, mode: 0o700 });
  await createOnce(publicFile, text, PUBLIC_MODE);
}

/** @returns what signs push messages; null where there is no key: none are sent then */
export async function readPushSigner(folder: string): Promise<PushSigner | null> {
  const file = join(folder, PUSH_KEY_FILE);
  const text = await readOrNull(file);
  if (text === null) return null;
  const key = parseKey(file, text);
  return {
    publicKey: pointOf(createPublicKey(key)),
    sign: (input) => sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }),
  };
}

/** @returns what browsers subscribe with, P-256 uncompressed as base64url; null where no push messages are sent */
export async function readPushPublicKey(folder: string): Promise<string | null> {
  const file = join(folder, PUSH_PUBLIC_FILE);
  const text = await readOrNull(file);
  if (text === null) return null;
  // Node makes a public key of a private one, which must not be in the folder of this process.
  if (!text.toString().trimStart().startsWith('-----BEGIN PUBLIC KEY-----')) {
    throw new Error(`${file} must have a public key.`);
  }
  return pointOf(requireP256(file, createPublicKey(text)));
}

function parseKey(file: string, text: Buffer): KeyObject {
  return requireP256(file, createPrivateKey(text));
}

function requireP256(file: string, key: KeyObject): KeyObject {
  if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  throw new Error(`${file} must have a P-256 key.`);
}

function pointOf(key: KeyObject): string {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const part = (text: string) => Buffer.from(text, 'base64url');
  return Buffer.concat([Buffer.from([4]), part(x), part(y)]).toString('base64url');
}

async function readOrNull(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw cause;
  }
}
