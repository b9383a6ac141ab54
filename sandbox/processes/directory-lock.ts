import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { identifyProcess, isStillRunning, type ProcessIdentity } from './process-identity.ts';

export interface DirectoryLock {
  release(): void;
}

/**
 * Takes a lock file for this process, once per file. The lock of a process that no longer runs is taken over.
 * @returns the lock; it is valid until `release` or until this process ends, however it ends.
 * Throws `DirectoryInUse` when a running process has it.
 */
export function lockDirectory(directory: string, file: string): DirectoryLock {
  const self = identifyProcess(process.pid);
  if (self === null) throw new Error('This system does not say when a process began.');
  const draft = `${file}.${process.pid}.${process.hrtime.bigint()}`;
  writeFileSync(draft, JSON.stringify(self), { mode: 0o644 });
  try {
    while (!createsLink(draft, file)) removeStaleLock(directory, file, draft);
  } finally {
    rmSync(draft, { force: true });
  }
  return { release: () => rmSync(file, { force: true }) };
}

/** @returns the current owner of the lock, or null. */
export function lockHolder(file: string): ProcessIdentity | null {
  const holder = readHolder(file);
  return holder !== null && isStillRunning(holder) ? holder : null;
}

function createsLink(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function removeStaleLock(directory: string, file: string, draft: string): void {
  const holder = lockHolder(file);
  if (holder !== null) throw new DirectoryInUse(directory, holder.pid);
  const aside = `${draft}.stale`;
  try {
    renameSync(file, aside);
  } catch (error) {
    // Another process removed the stale lock first; the next attempt sees the current lock.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  // Between the check and the rename, a live process may have replaced it: restore that lock.
  const wasLive = lockHolder(aside);
  if (wasLive !== null) createsLink(aside, file);
  rmSync(aside, { force: true });
  if (wasLive !== null) throw new DirectoryInUse(directory, wasLive.pid);
}

function readHolder(file: string): ProcessIdentity | null {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isIdentity(content) ? content : null;
  } catch {
    // Missing or torn: no one has it.
    return null;
  }
}

function isIdentity(content: unknown): content is ProcessIdentity {
  return (
    typeof content === 'object' &&
    content !== null &&
    'pid' in content &&
    typeof content.pid === 'number' &&
    'startedAt' in content &&
    typeof content.startedAt === 'string'
  );
}

/** Another copy works in the same directory. */
export class DirectoryInUse extends Error {
  readonly directory: string;
  readonly pid: number;
  constructor(directory: string, pid: number) {
    super(
      `${directory} is in use by process ${pid}. Stop that one first, or set DATA_DIR and PORT to others.`,
    );
    this.name = 'DirectoryInUse';
    this.directory = directory;
    this.pid = pid;
  }
}
