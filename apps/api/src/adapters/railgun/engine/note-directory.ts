import { createHash } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import leveldown from 'leveldown';
import { createPublicClient } from 'viem';
import { connectToNodes } from './connect-to-nodes.ts';

/**
 * Prepares the directory of the notes that the engine found in one pool of one chain, below `home`. Its name
 * follows from the block in which that pool began, so that a chain that was reset never meets what was
 * found on another, whose directories are removed; one that cannot be opened is started again, since all of
 * it can be found again.
 * @returns its path. Rejects when the chain does not respond, and with `NotesInUse`.
 */
export async function prepareNoteDirectory(options: {
  readonly home: string;
  readonly rpcUrls: readonly string[];
  readonly proxy: string;
  readonly deploymentBlock: number;
}): Promise<string> {
  const { home, rpcUrls, proxy, deploymentBlock } = options;
  const client = createPublicClient({ transport: connectToNodes(rpcUrls) });
  const { hash } = await client.getBlock({ blockNumber: BigInt(deploymentBlock) });
  const name = `notes-${createHash('sha256')
    .update(`${hash} ${proxy.toLowerCase()}`)
    .digest('hex')
    .slice(0, 16)}`;
  await mkdir(home, { recursive: true, mode: 0o700 });
  for (const other of await readdir(home)) {
    if (other.startsWith('notes-') && other !== name)
      await rm(join(home, other), { recursive: true });
  }
  const directory = join(home, name);
  if (!(await canBeRead(directory))) await rm(directory, { recursive: true });
  return directory;
}

/** The engine would not survive a database that does not open. Creates a missing one. */
async function canBeRead(directory: string): Promise<boolean> {
  const database = leveldown(directory);
  const failure = await new Promise((done) => database.open(done));
  if (failure && /lock/i.test(String(failure))) throw new NotesInUse(directory, failure);
  if (failure) return false;
  await new Promise((done) => database.close(done));
  return true;
}

/** Another process has the notes open, or this one has. Only one may. */
export class NotesInUse extends Error {
  constructor(directory: string, cause: unknown) {
    super(`Another process is using the private notes in ${directory}. End that process first.`, {
      cause,
    });
    this.name = 'NotesInUse';
  }
}
