import { createHash } from 'node:crypto';
import { access, mkdir, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunSettings } from './settings.ts';

export interface RecoveryPlace {
  /** Of its keys, which no other process reads. */
  readonly folder: string;
  /** Where it listens. */
  readonly socket: string;
}

/** The shortest limit of a socket's path among operating systems is 104 bytes; it begins with a longer one for a moment. */
const MOST_SOCKET_BYTES = 90;

/** Makes the folder of account recovery, and moves there what earlier versions had among the server's keys. */
export async function prepareRecovery({
  dataDir,
}: Pick<RunSettings, 'dataDir'>): Promise<RecoveryPlace> {
  const folder = join(dataDir, 'recovery');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of ['salts', 'recovery.pem']) {
    await moveUnlessThere(join(dataDir, 'keys', name), join(folder, name));
  }
  return { folder, socket: socketIn(folder) };
}

async function moveUnlessThere(from: string, to: string): Promise<void> {
  if ((await exists(from)) && !(await exists(to))) await rename(from, to);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function socketIn(folder: string): string {
  const name = `kax-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const socket = join(folder, 'recovery.sock');
  if (Buffer.byteLength(socket) <= MOST_SOCKET_BYTES) return socket;
  return join(tmpdir(), name, 'recovery.sock');
}
