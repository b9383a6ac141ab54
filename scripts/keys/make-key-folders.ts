import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AUDIT_KEY_FILE } from '../../apps/api/src/adapters/audit-files/audit-key.ts';
import {
  ACCOUNTS_KEY_FILE,
  ACCOUNTS_PUBLIC_FILE,
  createAccountKey,
  readAccountSigner,
} from '../../apps/api/src/adapters/key-vault/account-signatures.ts';
import { createBroadcaster } from '../../apps/api/src/adapters/key-vault/broadcaster.ts';
import {
  readBroadcasterAddresses,
  writeAddressFile,
} from '../../apps/api/src/adapters/key-vault/broadcaster-addresses.ts';
import { CLAIM_LINKS_FILE } from '../../apps/api/src/adapters/key-vault/code-secrets.ts';
import { createOnce } from '../../apps/api/src/adapters/key-vault/create-once.ts';
import { FREEZE_LINKS_FILE } from '../../apps/api/src/adapters/key-vault/freeze-links.ts';
import { createKeyFile } from '../../apps/api/src/adapters/key-vault/key-files.ts';
import { listPeppers } from '../../apps/api/src/adapters/key-vault/peppers.ts';
import {
  createPushKey,
  PUSH_PUBLIC_FILE,
  writePushPublicKey,
} from '../../apps/api/src/adapters/key-vault/push-keys.ts';
import { createFirstRecoveryKey } from '../../apps/api/src/adapters/key-vault/recovery-keys.ts';
import { derivePrivateAddress } from '../../apps/api/src/adapters/railgun/derive-private-address.ts';

/** Each process has a folder of this name, with its own keys; the operator's commands have one too. */
export const KEY_FOLDERS = ['api', 'worker', 'shielded-worker', 'recovery', 'operator'] as const;
export type KeyFolder = (typeof KEY_FOLDERS)[number];

/** Keys that several processes have: the same in each folder. */
export const SHARED_KEYS: Readonly<Record<string, readonly [KeyFolder, ...KeyFolder[]]>> = {
  [AUDIT_KEY_FILE]: ['api', 'recovery', 'operator'],
  'shared-rows-1': ['api', 'worker'],
  'pool-1': ['api', 'shielded-worker'],
  [CLAIM_LINKS_FILE]: ['api', 'recovery'],
  [FREEZE_LINKS_FILE]: ['api', 'recovery', 'worker'],
};

/**
 * Makes the folders of keys below `home`, one for each process, with what is missing in them. What is there stays as
 * it is, but for the broadcaster's addresses, so this may run before each start, and again after it was interrupted. Rejects with `KeysDiffer` when a key
 * that two processes share is not the same in both folders, and with `AccountKeyMissing`, before it makes anything.
 * @param recoveryKey `file` also makes the recovery key; with `aws-kms` there is none
 */
export async function makeKeyFolders(
  home: string,
  recoveryKey: 'file' | 'aws-kms' = 'file',
): Promise<void> {
  const folderOf = (name: KeyFolder) => join(home, name);
  refuseWithoutAccountKey(folderOf('recovery'));
  for (const name of KEY_FOLDERS) await mkdir(folderOf(name), { recursive: true, mode: 0o700 });
  for (const [file, owners] of Object.entries(SHARED_KEYS)) {
    await shareKey(file, owners.map(folderOf));
  }
  if ((await listPeppers(folderOf('api'))).length === 0) {
    await createKeyFile(folderOf('api'), 'pepper-1');
  }
  await createKeyFile(folderOf('api'), 'rows-1');
  await createKeyFile(folderOf('recovery'), 'codes-1');
  if (recoveryKey === 'file') await createFirstRecoveryKey(folderOf('recovery'));
  await makeAccountKey(folderOf);
  await makeBroadcaster(folderOf);
  await makePushKey(folderOf);
}

/** Who has only a part of the keys of an installation would get new ones in place of the others. */
function refuseWithoutAccountKey(folder: string): void {
  const [hasPublic, hasPrivate] = [ACCOUNTS_PUBLIC_FILE, ACCOUNTS_KEY_FILE].map((file) =>
    existsSync(join(folder, file)),
  );
  if (hasPublic && !hasPrivate) throw new AccountKeyMissing(folder);
}

/** Copies a key from a folder that has it, or else makes it. Rejects with `KeysDiffer` when two have another one. */
async function shareKey(file: string, folders: readonly string[]): Promise<void> {
  const paths = folders.map((folder) => join(folder, file));
  const [first = '', ...others] = [...paths].sort((one, other) => rank(one) - rank(other));
  await createKeyFile(dirname(first), file);
  for (const other of others) {
    await copyOnce(first, other);
    if ((await readFile(other, 'utf8')) !== (await readFile(first, 'utf8'))) {
      throw new KeysDiffer(first, other);
    }
  }
}

/** Those that are there come first. */
function rank(path: string): number {
  return existsSync(path) ? 0 : 1;
}

/** Only account recovery signs accounts; who believes them has the public part. */
async function makeAccountKey(folderOf: (name: KeyFolder) => string): Promise<void> {
  const folder = folderOf('recovery');
  const publicFile = join(folder, ACCOUNTS_PUBLIC_FILE);
  await createAccountKey(folder);
  await readAccountSigner(folder, publicFile);
  for (const name of ['api', 'worker'] as const) {
    await copyOnce(publicFile, join(folderOf(name), ACCOUNTS_PUBLIC_FILE), 0o644);
  }
}

/** Only the worker signs with the broadcaster's key; the others have its addresses, as they are now. */
async function makeBroadcaster(folderOf: (name: KeyFolder) => string): Promise<void> {
  const folder = folderOf('worker');
  await createBroadcaster(folder, derivePrivateAddress);
  for (const name of ['api', 'shielded-worker'] as const) {
    await writeAddressFile(folderOf(name), await readBroadcasterAddresses(folder));
  }
}

/** Only the worker signs push messages; browsers subscribe at the API. */
async function makePushKey(folderOf: (name: KeyFolder) => string): Promise<void> {
  await createPushKey(folderOf('worker'));
  await writePushPublicKey(folderOf('worker'), join(folderOf('api'), PUSH_PUBLIC_FILE));
}

/** What one process makes with its key, the other would not believe. */
export class KeysDiffer extends Error {
  constructor(one: string, other: string) {
    super(`${one} and ${other} are not the same. Put the right one in both places.`);
    this.name = 'KeysDiffer';
  }
}

/** Accounts were signed by a key that is not here: a new one would disown them. */
export class AccountKeyMissing extends Error {
  constructor(folder: string) {
    super(
      `${folder} has the public key of accounts without ${ACCOUNTS_KEY_FILE}. Nothing was made. Copy the other keys of account recovery there too, with --from.`,
    );
    this.name = 'AccountKeyMissing';
  }
}

async function copyOnce(from: string, to: string, mode?: number): Promise<void> {
  await createOnce(to, await readFile(from, 'utf8'), mode);
}
