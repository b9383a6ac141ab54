import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createOnce } from '../../apps/api/src/adapters/key-vault/create-once.ts';
import { KEY_FOLDERS, type KeyFolder, SHARED_KEYS } from './make-key-folders.ts';

/** Which process a file of an earlier folder is for. Others are left where they are. */
const OWNERS: readonly (readonly [RegExp, readonly KeyFolder[]])[] = [
  ...Object.entries(SHARED_KEYS).map(
    ([file, owners]) => [new RegExp(`^${file.replace('.', '\\.')}$`), owners] as const,
  ),
  [/^pepper-[1-9]\d*(?:\.next|\.retired)?$/, ['api']],
  [/^rows-(?:1|sealed)$/, ['api']],
  [/^broadcaster-[1-9]\d*$/, ['worker']],
  [/^accounts-public\.pem$/, ['api', 'worker', 'recovery']],
  [/^(?:codes-1|accounts\.pem|accounts-signed|recovery\.pem|salts\/[0-9a-f-]{36})$/, ['recovery']],
];

/**
 * Copies the keys of an earlier version, which all processes read from one folder, into the folder of each process below
 * `home`. What is there already stays as it is. Run `makeKeyFolders` afterwards: it makes what did not exist then.
 * @returns the files that were copied, which may be deleted once every process runs with its own folder
 */
export async function splitKeyFolder(earlier: string, home: string): Promise<readonly string[]> {
  const copied: string[] = [];
  for (const name of await filesIn(earlier)) {
    const [, owners] = OWNERS.find(([pattern]) => pattern.test(name)) ?? [null, []];
    for (const owner of owners) await copyOnce(join(earlier, name), join(home, owner, name));
    if (owners.length > 0) copied.push(join(earlier, name));
  }
  return copied;
}

/** @returns names below a folder, with `salts/…`, but not those of the folders that this version makes */
async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .filter((name) => !KEY_FOLDERS.some((own) => name.startsWith(`${own}/`)));
}

async function copyOnce(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await createOnce(to, await readFile(from, 'utf8'));
}
