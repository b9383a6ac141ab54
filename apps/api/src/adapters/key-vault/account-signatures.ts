import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AccountSigner,
  type AccountVerifier,
  type SignedContent,
  signedFields,
} from '../../ports/account-signatures.ts';
import { createOnce } from './create-once.ts';
import { lengthPrefixed } from './seal.ts';

/** In the folder of the process that signs them. */
export const ACCOUNTS_KEY_FILE = 'accounts.pem';
/** In the folder of each process that believes accounts. */
export const ACCOUNTS_PUBLIC_FILE = 'accounts-public.pem';
const PUBLIC_LABEL = '-----BEGIN PUBLIC KEY-----';
/** Every user of the server may read it. */
const PUBLIC_MODE = 0o644;
const MOST_REMEMBERED = 10_000;

/**
 * The key under which accounts are signed (Ed25519, RFC 8032), in the folder of the process that checks codes.
 * @param publicFile where the others find its public part; written when it is not there. Rejects when it is the public
 * part of another key, whose signatures they would believe, and when there is no key: a new one would disown everyone
 */
export async function readAccountSigner(
  folder: string,
  publicFile: string,
): Promise<AccountSigner> {
  const file = join(folder, ACCOUNTS_KEY_FILE);
  const privateText = await readFile(file);
  const privateKey = parseKey(file, () => createPrivateKey(privateText));
  const publicKey = createPublicKey(privateKey);
  const publicText = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  // Where it is already, this process may have no right to write.
  if (!existsSync(publicFile)) await createOnce(publicFile, publicText, PUBLIC_MODE);
  if (!(await readPublicKey(publicFile)).equals(publicKey)) {
    throw new Error(
      `${publicFile} is not the public key of ${file}. If that is the right key, remove ${publicFile}: the next start writes it again.`,
    );
  }
  return {
    sign: (account) => sign(null, bytesOf(account), privateKey),
    ...createVerifier(publicKey),
  };
}

/** Makes the key under which accounts are signed, unless there is one, and its folder. */
export async function createAccountKey(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { privateKey } = generateKeyPairSync('ed25519');
  const text = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await createOnce(join(folder, ACCOUNTS_KEY_FILE), text);
}

/** @returns what verifies the signatures of accounts, from the public part of their key. Rejects when there is none. */
export async function readAccountVerifier(publicFile: string): Promise<AccountVerifier> {
  return createVerifier(await readPublicKey(publicFile));
}

async function readPublicKey(file: string): Promise<KeyObject> {
  const text = await readFile(file, 'utf8');
  // Node makes a public key of a private one, which must not be where every process reads it.
  if (!text.trimStart().startsWith(PUBLIC_LABEL)) {
    throw new Error(`${file} must begin with ${PUBLIC_LABEL}.`);
  }
  return parseKey(file, () => createPublicKey(text));
}

function parseKey(file: string, parse: () => KeyObject): KeyObject {
  const key = parseOrRefuse(file, parse);
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new Error(`${file} must have an Ed25519 key, not ${key.asymmetricKeyType}.`);
}

function parseOrRefuse(file: string, parse: () => KeyObject): KeyObject {
  try {
    return parse();
  } catch (cause) {
    throw new Error(`${file} has no key that can be read.`, { cause });
  }
}

/** What was verified is remembered by its content: a page costs no signature after the first one. */
function createVerifier(publicKey: KeyObject): AccountVerifier {
  const verified = new Set<string>();
  return {
    isSigned(account, signature) {
      const content = bytesOf(account);
      const name = Buffer.concat([content, signature]).toString('latin1');
      if (verified.has(name)) return true;
      if (!verify(null, content, publicKey, signature)) return false;
      if (verified.size >= MOST_REMEMBERED) verified.clear();
      verified.add(name);
      return true;
    },
  };
}

function bytesOf(account: SignedContent): Buffer {
  return lengthPrefixed(['kax account 1', ...signedFields(account)]);
}
