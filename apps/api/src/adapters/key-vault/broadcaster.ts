import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PrivateAddress } from '#domain/address/address';
import type { Broadcaster } from '../../ports/broadcaster.ts';
import { createOnce } from './create-once.ts';
import { publicSigner } from './public-signer.ts';
import { wiping } from './seal.ts';
import { toPhrase } from './to-phrase.ts';
import { toPublicAccount, toSeed } from './to-seed.ts';

const FILE = 'broadcaster-1';
const ENTROPY_BYTES = 16;

/**
 * Reads the broadcaster's key: the entropy of 12 words, in hex.
 * @param whenMissing `create` makes it on a fresh machine; `refuse` throws `BroadcasterMissing`, since a new account
 *   has nothing to pay with
 */
export async function readBroadcaster(
  folder: string,
  whenMissing: 'create' | 'refuse',
  derivePrivateAddress: (seed: Uint8Array) => Promise<PrivateAddress>,
): Promise<Broadcaster> {
  const file = join(folder, FILE);
  if (whenMissing === 'create') {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await createOnce(file, randomBytes(ENTROPY_BYTES).toString('hex'));
  }
  const phrase = toPhrase(await readEntropy(file));
  const signer = publicSigner(wiping(toSeed(phrase), toPublicAccount));
  return {
    address: signer.address,
    signer,
    privateAddress: () => derivePrivateAddress(toSeed(phrase)),
  };
}

async function readEntropy(file: string): Promise<Uint8Array> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ENOENT' ? new BroadcasterMissing(file) : cause;
  });
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
