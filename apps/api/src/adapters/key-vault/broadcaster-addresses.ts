import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getAddress, isAddress } from 'viem';
import * as z from 'zod/mini';
import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { parsePrivateAddress } from '#domain/address/parse-private-address';
import type { BroadcasterAddresses } from '../../ports/broadcaster.ts';
import { replaceFile } from './create-once.ts';

const FILE = 'broadcaster.json';
/** Every user of the server may read it. */
const PUBLIC_MODE = 0o644;
/** The broadcaster receives on every chain with a pool: an address for one of them is refused. */
const NO_CHAIN = 0;

const publicAddress = z.custom<PublicAddress>(
  (text) => typeof text === 'string' && isAddress(text) && getAddress(text) === text,
  'not a public address with the capitals of its checksum',
);
const privateAddress = z.custom<PrivateAddress>(
  (text) => typeof text === 'string' && parsePrivateAddress(text, NO_CHAIN).ok,
  'not a private address for all networks',
);
const content = z.object({
  address: publicAddress,
  privateAddress,
  others: z._default(z.array(publicAddress), []),
});

/**
 * Reads what every process but `worker` needs to know of the broadcaster, from `broadcaster.json`.
 * Rejects with how to make the file where there is none, and with what is wrong in it.
 */
export async function readBroadcasterAddresses(folder: string): Promise<BroadcasterAddresses> {
  const file = join(folder, FILE);
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ENOENT' ? new BroadcasterAddressesMissing(file) : cause;
  });
  const parsed = content.safeParse(parseJson(file, text));
  if (!parsed.success) throw new Error(`${file} is not valid.\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

export function hasBroadcasterAddresses(folder: string): boolean {
  return existsSync(join(folder, FILE));
}

/** Writes `broadcaster.json`, mode 0644, in place of an earlier one. */
export async function writeAddressFile(
  folder: string,
  addresses: BroadcasterAddresses,
): Promise<void> {
  await replaceFile(join(folder, FILE), `${JSON.stringify(addresses, null, 2)}\n`, PUBLIC_MODE);
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is no JSON.`, { cause });
  }
}

/** A network has a private pool, and this process does not know the account that sends its payments. */
export class BroadcasterAddressesMissing extends Error {
  constructor(file: string) {
    super(
      `There is no ${file}. Make it from the broadcaster's key with KEY_DIR=<the folder of worker> ` +
        'npm run keys -- broadcaster, and copy it here.',
    );
    this.name = 'BroadcasterAddressesMissing';
  }
}
