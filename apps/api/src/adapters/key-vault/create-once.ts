import { randomUUID } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file that does not exist yet, a secret one unless there is another mode. Several processes may try
 * together: the first complete file wins, a half-written one is never seen, and the file survives a power loss.
 */
export async function createOnce(path: string, text: string, mode = 0o600): Promise<void> {
  const temporary = `${path}.${randomUUID()}.new`;
  const file = await open(temporary, 'w', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(temporary, path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(dirname(path));
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
