import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Command } from '../processes/keep-running.ts';

/** The user that runs PostgreSQL, which refuses to run as root. */
export interface PostgresUser {
  /** The required owner of the files, or null when it is the current user. */
  readonly owner: { readonly uid: number; readonly gid: number } | null;
  /** Wraps a PostgreSQL command so that it runs as that user. */
  command(file: string, args: readonly string[]): Command;
}

const sameUser: PostgresUser = { owner: null, command: (file, args) => ({ file, args }) };

/** Root outside, an ordinary user inside a user namespace: needs no readable checkout, and files stay owned by root. */
const namespaceUser: PostgresUser = {
  owner: { uid: 0, gid: 0 },
  command: (file, args) => ({
    file: 'unshare',
    args: ['--user', '--map-user=1000', '--map-group=1000', file, ...args],
  }),
};

/**
 * Picks the first way to run PostgreSQL that works: as the current user unless it is root, else as the system's
 * `postgres` or `nobody` when those can read the programs and reach the directory, else in a user namespace.
 * Throws `CannotRunAsRoot` when none does.
 */
export function choosePostgresUser(postgres: string, directory: string): PostgresUser {
  if (process.getuid?.() !== 0) return sameUser;
  const candidates = [...['postgres', 'nobody'].flatMap(systemUser), namespaceUser];
  const chosen = candidates.find(
    (user) =>
      runs(user.command(postgres, ['--version'])) && runs(user.command('ls', ['-d', directory])),
  );
  if (!chosen) throw new CannotRunAsRoot(postgres, directory);
  return chosen;
}

function systemUser(name: string): PostgresUser[] {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  if (line === undefined) return [];
  const [uid, gid] = line
    .split(':')
    .slice(2, 4)
    .map((field) => Number.parseInt(field, 10));
  if (uid === undefined || gid === undefined) return [];
  return [{ owner: { uid, gid }, command: (file, args) => ({ file, args, uid, gid, cwd: '/' }) }];
}

function runs({ file, args, uid, gid }: Command): boolean {
  const { status } = spawnSync(file, args, {
    stdio: 'ignore',
    cwd: '/',
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
  });
  return status === 0;
}

/** PostgreSQL refuses root, and no other user on this machine can run it. */
export class CannotRunAsRoot extends Error {
  constructor(postgres: string, directory: string) {
    super(
      `PostgreSQL does not run as root, and no other user can run ${postgres} and reach ${directory}. Start as an ordinary user, put both where others may read, or set DATABASE_URL to a PostgreSQL of yours.`,
    );
    this.name = 'CannotRunAsRoot';
  }
}
