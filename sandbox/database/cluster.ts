import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endProcess } from '../processes/end-process.ts';
import { commandLineOf, identifyProcess } from '../processes/process-identity.ts';
import { reapOnExit } from '../processes/reap-on-exit.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { PostgresUser } from './postgres-user.ts';

/** The roles that the product's processes and its commands connect as. */
export const processRoles = [
  'kax_api',
  'kax_operator',
  'kax_recovery',
  'kax_shielded_worker',
  'kax_worker',
] as const;

export type ProcessRole = (typeof processRoles)[number];

/** Of the owner of the server, of the schema's owner, and of the processes. */
const passwordNames = ['postgres', 'kax', ...processRoles] as const;

export type ClusterPasswords = Readonly<Record<(typeof passwordNames)[number], string>>;

export interface Cluster {
  /** PostgreSQL's own data directory. */
  readonly directory: string;
  readonly passwords: ClusterPasswords;
}

/** @returns the cluster below `home`, created if missing, owned by the user that runs it. */
export async function openCluster(
  home: string,
  binaries: PostgresBinaries,
  user: PostgresUser,
): Promise<Cluster> {
  const directory = join(home, 'cluster');
  const passwords = await openPasswords(join(home, 'passwords.json'));
  if (!existsSync(directory)) await createCluster({ directory, passwords }, binaries, user);
  await endLeftoverServer(directory);
  if (user.owner && (await stat(directory)).uid !== user.owner.uid) {
    await chownTree(directory, user.owner);
  }
  return { directory, passwords };
}

/**
 * Ends the server that a killed supervisor left in this directory, and removes a pid file that names a
 * process other than our server: either would prevent PostgreSQL from starting.
 */
export async function endLeftoverServer(directory: string): Promise<void> {
  const pidFile = join(directory, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number.parseInt((await readFile(pidFile, 'utf8')).split('\n')[0] ?? '', 10);
  const identity = Number.isInteger(pid) ? identifyProcess(pid) : null;
  if (identity !== null && commandLineOf(pid)?.includes(`-D ${directory} `)) {
    await endProcess(identity, serverEnding);
  }
  await rm(pidFile, { force: true });
}

/** PostgreSQL's own meanings: SIGINT drops sessions and flushes everything, SIGQUIT leaves recovery to the next start. */
export const serverEnding = [
  { signal: 'SIGINT', waitMs: 10_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
] as const;

/** Adds those that a directory of an earlier version lacks. */
async function openPasswords(file: string): Promise<ClusterPasswords> {
  const stored: Readonly<Record<string, string>> = existsSync(file)
    ? JSON.parse(await readFile(file, 'utf8'))
    : {};
  const passwords = Object.fromEntries(
    passwordNames.map((name) => [name, stored[name] ?? randomPassword()]),
  ) as ClusterPasswords;
  if (passwordNames.some((name) => stored[name] === undefined)) {
    await writeFile(`${file}.new`, JSON.stringify(passwords), { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
  return passwords;
}

function randomPassword(): string {
  return randomBytes(24).toString('base64url');
}

/** Created next to its target and then moved, so that a start killed halfway leaves no torn cluster. */
async function createCluster(
  { directory, passwords }: Cluster,
  binaries: PostgresBinaries,
  user: PostgresUser,
): Promise<void> {
  const draft = `${directory}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const passwordFile = `${directory}.password`;
  await writeFile(passwordFile, passwords.postgres, { mode: 0o600 });
  if (user.owner) {
    await chown(draft, user.owner.uid, user.owner.gid);
    await chown(passwordFile, user.owner.uid, user.owner.gid);
  }
  try {
    await run(user, binaries.initdb, [
      `--pgdata=${draft}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ]);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(draft, directory);
}

async function run(user: PostgresUser, file: string, args: readonly string[]): Promise<void> {
  const command = user.command(file, args);
  const child = spawn(command.file, command.args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(command.uid !== undefined && { uid: command.uid }),
    ...(command.gid !== undefined && { gid: command.gid }),
    cwd: '/',
    windowsHide: true,
  });
  reapOnExit(child);
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += String(chunk);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${file} failed (${code}): ${complaint.trim()}`);
}

/** Gives a file or directory, with everything in it, to the user that runs PostgreSQL. */
export async function chownTree(
  path: string,
  owner: { readonly uid: number; readonly gid: number },
): Promise<void> {
  await chown(path, owner.uid, owner.gid);
  if (!(await stat(path)).isDirectory()) return;
  for (const name of await readdir(path)) await chownTree(join(path, name), owner);
}
