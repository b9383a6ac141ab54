import { randomUUID } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file that does not exist yet, a secret one unless there is another mode. Several processes may try
 * together: the first complete file wins, a half-written one is never seen, and the file survives a power loss.
 */
export async function createOnce(path: string, text: string, mode = 0o600): Promise<void> {
  const temporary = await writeTemporary(path, { text, mode });
  try {
    await link(temporary, path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(dirname(path));
}

/** Writes a file, in place of an earlier one: a reader sees either of them, complete. It survives a power loss. */
export async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  const temporary = await writeTemporary(path, { text, mode });
  try {
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(dirname(path));
}

/** @returns the path of a complete file beside the one that it is for, with its mode whatever the umask */
async function writeTemporary(
  path: string,
  { text, mode }: { readonly text: string; readonly mode: number },
): Promise<string> {
  const temporary = `${path}.${randomUUID()}.new`;
  const file = await open(temporary, 'w', mode);
  try {
    await file.chmod(mode);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  return temporary;
}

/** Makes changes to a folder's entries survive a power loss. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
