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
  type ContactChangeVerifier,
  type SignedChange,
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
const MOST_CHANGED = 100_000;
const SIGNATURE_BYTES = 64;
const TIME_BYTES = 8;
/** Milliseconds after which `Date` has no time. */
const LATEST_MS = 8_640_000_000_000_000n;

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
  const { latestMsOf, ...verifier } = createVerifier(publicKey);
  return {
    sign(account, setAt) {
      // A clock that was set back must not make the new state older than the one before.
      const earliestMs = latestMsOf(account.userId) + 1;
      const at = setAt === undefined ? null : new Date(Math.max(setAt.getTime(), earliestMs));
      const signature = sign(null, bytesOf(account, at), privateKey);
      return at === null ? signature : Buffer.concat([signature, timeBytes(at)]);
    },
    signChange: (content) => sign(null, changeBytes(content), privateKey),
    ...verifier,
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
export async function readAccountVerifier(
  publicFile: string,
): Promise<AccountVerifier & ContactChangeVerifier> {
  const { isSigned, isConfirmed } = createVerifier(await readPublicKey(publicFile));
  return { isSigned, isConfirmed };
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

/**
 * What was verified is remembered by its content: a page costs no signature after the first one. When contacts or the
 * custody were changed is remembered too: a row that is put back to an earlier state has its right signature.
 */
function createVerifier(publicKey: KeyObject): AccountVerifier &
  ContactChangeVerifier & {
    /** When the newest state that was seen was set; 0 for that of the registration. */
    readonly latestMsOf: (userId: string) => number;
  } {
  const verified = new Set<string>();
  const changedMs = new Map<string, number>();
  const isVerified = (content: Buffer, signature: Uint8Array) => {
    const name = Buffer.concat([content, signature]).toString('latin1');
    if (verified.has(name)) return true;
    if (!verify(null, content, publicKey, signature)) return false;
    if (verified.size >= MOST_REMEMBERED) verified.clear();
    verified.add(name);
    return true;
  };
  const latestMsOf = (userId: string) => changedMs.get(userId) ?? 0;
  const isNewest = (userId: string, atMs: number) => {
    const newest = latestMsOf(userId);
    if (atMs > newest) {
      if (changedMs.size >= MOST_CHANGED) changedMs.clear();
      changedMs.set(userId, atMs);
    }
    return atMs >= newest;
  };
  return {
    latestMsOf,
    isSigned(account, signature) {
      const read = readSignature(signature);
      if (read === null) return false;
      const { ofContent, at } = read;
      if (!isVerified(bytesOf(account, at), ofContent)) return false;
      return isNewest(account.userId, at?.getTime() ?? 0);
    },
    isConfirmed: (content, signature) => isVerified(changeBytes(content), signature),
  };
}

/** @returns null when it has neither the length without a time nor the one with a time */
function readSignature(signature: Uint8Array): { ofContent: Uint8Array; at: Date | null } | null {
  if (signature.length === SIGNATURE_BYTES) return { ofContent: signature, at: null };
  if (signature.length !== SIGNATURE_BYTES + TIME_BYTES) return null;
  const ms = Buffer.from(signature).readBigUInt64BE(SIGNATURE_BYTES);
  if (ms > LATEST_MS) return null;
  return { ofContent: signature.subarray(0, SIGNATURE_BYTES), at: new Date(Number(ms)) };
}

function timeBytes(at: Date): Buffer {
  const bytes = Buffer.alloc(TIME_BYTES);
  bytes.writeBigUInt64BE(BigInt(at.getTime()));
  return bytes;
}

function bytesOf(account: SignedContent, setAt: Date | null): Buffer {
  const fields = signedFields(account);
  if (setAt === null) return lengthPrefixed(['kax account 1', ...fields]);
  return lengthPrefixed(['kax account 2', ...fields, setAt.toISOString()]);
}

function changeBytes({ change, accountSignature }: SignedChange): Buffer {
  const { userId, channel, value, at } = change;
  const of = Buffer.from(accountSignature).toString('base64');
  return lengthPrefixed(['kax contact change 1', userId, channel, value, at.toISOString(), of]);
}
