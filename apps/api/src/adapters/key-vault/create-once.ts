import { randomUUID } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a secret file that is not there yet. Several may try together: the first complete file wins, a
 * half-written one is never seen, and a machine that loses its power afterwards still has it.
 */
export async function createOnce(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.new`;
  const file = await open(temporary, 'w', 0o600);
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

/** Makes what was added to a folder, or removed from it, survive a loss of power. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
