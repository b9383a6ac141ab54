import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** The state of one chain on disk: the newest and the previous one, each complete or missing. */
export interface Snapshots {
  /** @returns the newest readable state, as the node dumped it, or null when there is none. */
  read(): Promise<`0x${string}` | null>;
  /** Resolves when the state is durable on disk. */
  write(state: `0x${string}`): Promise<void>;
}

export function createSnapshots(directory: string): Snapshots {
  const newest = join(directory, 'state.gz');
  const previous = join(directory, 'state.previous.gz');
  return {
    read: async () => (await readState(newest)) ?? (await readState(previous)),
    write: async (state) => {
      const draft = join(directory, 'state.new.gz');
      await writeDurably(draft, Buffer.from(state.slice(2), 'hex'));
      await rename(newest, previous).catch(ignoreMissing);
      await rename(draft, newest);
      await syncDirectory(directory);
    },
  };
}

/** The node's dump is gzip, whose checksum distinguishes a complete file from a torn one. */
async function readState(file: string): Promise<`0x${string}` | null> {
  try {
    const packed = await readFile(file);
    await promisify(gunzip)(packed);
    return `0x${packed.toString('hex')}`;
  } catch {
    // Missing, or torn by a crash of the machine: the previous generation is tried next.
    return null;
  }
}

async function writeDurably(file: string, content: Buffer): Promise<void> {
  await rm(file, { force: true });
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncDirectory(directory: string): Promise<void> {
  // Windows has no such call, and persists a rename by itself.
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
