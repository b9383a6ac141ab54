import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { publicAddressOf } from '#pool/account-key';
import { deriveAccountKey } from '#pool/keys';
import type { BroadcasterSigners } from '../../ports/broadcaster.ts';
import { hasBroadcasterAddresses, writeAddressFile } from './broadcaster-addresses.ts';
import { createOnce } from './create-once.ts';
import { listNumberedFiles, type NumberedFile } from './numbered-files.ts';
import { publicSigner } from './public-signer.ts';
import { wiping } from './seal.ts';
import { toPhrase } from './to-phrase.ts';
import { toSeed } from './to-seed.ts';

type DerivePrivateAddress = (seed: Uint8Array) => Promise<PrivateAddress>;

/** A key of a broadcaster's account in a folder of keys, and the account's address. */
export interface BroadcasterFile extends NumberedFile {
  readonly address: PublicAddress;
}

const FIRST_FILE = 'broadcaster-1';
const KEY_FILE = /^(?<id>broadcaster-(?<number>[1-9]\d{0,5}))(?<next>\.next)?$/;
const ENTROPY_BYTES = 16;

/**
 * Reads the keys of the broadcaster's accounts, each the entropy of 12 words in hex: `broadcaster-1`, and others while
 * it is replaced. Whoever has them can sign for every account that a payment may have been given.
 * @returns their signers, by address. Rejects with `BroadcasterMissing` where there is none.
 */
export async function readBroadcasterSigners(folder: string): Promise<BroadcasterSigners> {
  const keys = await readKeys(folder);
  if (keys.length === 0) throw new BroadcasterMissing(join(folder, FIRST_FILE));
  const signers = keys.map(({ key }) => publicSigner(key));
  return new Map(signers.map((signer) => [signer.address, signer]));
}

/** @returns the keys of a folder, by number. Rejects when one cannot be read. */
export async function listBroadcasters(folder: string): Promise<readonly BroadcasterFile[]> {
  const keys = await readKeys(folder);
  return keys.map(({ key, ...file }) => ({
    ...file,
    address: wiping(key, publicAddressOf),
  }));
}

/** Makes the key of an account, mode 0600, unless the file exists, and its folder. */
export async function createBroadcasterKey(folder: string, file: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await createOnce(join(folder, file), randomBytes(ENTROPY_BYTES).toString('hex'));
}

/**
 * Makes the first key and the file with its addresses, unless a folder has that file.
 */
export async function createBroadcaster(
  folder: string,
  derivePrivateAddress: DerivePrivateAddress,
): Promise<void> {
  if (hasBroadcasterAddresses(folder)) return;
  if ((await listNumberedFiles(folder, KEY_FILE)).length === 0) {
    await createBroadcasterKey(folder, FIRST_FILE);
  }
  await writeBroadcasterAddresses(folder, derivePrivateAddress);
}

/**
 * Writes `broadcaster.json` in place of an earlier one: the two addresses of the newest key in use, and the accounts of
 * the others. Every user of the server may read it. Rejects with `BroadcasterMissing` where no key is in use.
 */
export async function writeBroadcasterAddresses(
  folder: string,
  derivePrivateAddress: DerivePrivateAddress,
): Promise<void> {
  const files = await listBroadcasters(folder);
  const inUse = files.findLast(({ isNext }) => !isNext);
  if (inUse === undefined) throw new BroadcasterMissing(join(folder, FIRST_FILE));
  const seed = toSeed(toPhrase(await readEntropy(join(folder, inUse.file))));
  try {
    const others = files.filter((each) => each !== inUse).map(({ address }) => address);
    const privateAddress = await derivePrivateAddress(seed);
    await writeAddressFile(folder, { address: inUse.address, privateAddress, others });
  } finally {
    seed.fill(0);
  }
}

async function readKeys(folder: string) {
  const files = await listNumberedFiles(folder, KEY_FILE);
  return Promise.all(
    files.map(async (each) => {
      const phrase = toPhrase(await readEntropy(join(folder, each.file)));
      return { ...each, key: wiping(toSeed(phrase), deriveAccountKey) };
    }),
  );
}

async function readEntropy(file: string): Promise<Uint8Array> {
  const text = await readFile(file, 'utf8');
  const entropy = Buffer.from(text.trim(), 'hex');
  if (entropy.length !== ENTROPY_BYTES) {
    throw new Error(`${file} must hold ${ENTROPY_BYTES} bytes in hex.`);
  }
  return entropy;
}

/** A network has a private pool, but there is no account to send its payments with. */
export class BroadcasterMissing extends Error {
  constructor(file: string) {
    super(
      `There is no ${file}. Private payments are sent by an account of their own: put the entropy of its 12 words ` +
        'there, 16 bytes in hex, and see that the account has the native coin for fees.',
    );
    this.name = 'BroadcasterMissing';
  }
}
