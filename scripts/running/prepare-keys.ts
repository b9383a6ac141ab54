import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KeyFolder, makeKeyFolders } from '../keys/make-key-folders.ts';
import { splitKeyFolder } from '../keys/split-key-folder.ts';
import type { RunSettings } from './settings.ts';

/** The shortest limit of a socket's path among operating systems is 104 bytes; it begins with a longer one for a moment. */
const MOST_SOCKET_BYTES = 90;

/** Makes a folder of keys for each process, and moves there what earlier versions had in one folder, or in two. */
export async function prepareKeys({ dataDir }: Pick<RunSettings, 'dataDir'>): Promise<void> {
  const home = join(dataDir, 'keys');
  const ofRecovery = join(dataDir, 'recovery');
  for (const earlier of [home, ofRecovery].filter(existsSync)) {
    const copied = await splitKeyFolder(earlier, home);
    for (const file of copied) await rm(file, { force: true });
  }
  if (existsSync(ofRecovery) && !(await hasFiles(ofRecovery))) {
    await rm(ofRecovery, { recursive: true });
  }
  await makeKeyFolders(home);
}

/** A socket is no file. */
async function hasFiles(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.some((entry) => entry.isFile());
}

/** @returns the folder of a process's own keys */
export function keyFolderOf({ dataDir }: Pick<RunSettings, 'dataDir'>, name: KeyFolder): string {
  return join(dataDir, 'keys', name);
}

/** @returns where account recovery listens, a path that an operating system accepts */
export function recoverySocketOf({ dataDir }: Pick<RunSettings, 'dataDir'>): string {
  const name = `kax-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const socket = join(dataDir, 'processes', 'recovery.sock');
  if (Buffer.byteLength(socket) <= MOST_SOCKET_BYTES) return socket;
  return join(tmpdir(), name, 'recovery.sock');
}
