import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { chownTree, serverEnding } from '#sandbox/database/cluster';
import type { PostgresBinaries } from '#sandbox/database/postgres-binaries';
import type { PostgresUser } from '#sandbox/database/postgres-user';
import { serverArguments } from '#sandbox/database/server-arguments';
import { endProcess } from '#sandbox/processes/end-process';
import { identifyProcess, isPidRunning } from '#sandbox/processes/process-identity';
import { reapOnExit } from '#sandbox/processes/reap-on-exit';
import { findDescendants } from '../processes.ts';

/** How this machine runs PostgreSQL, and the owner's password in every copy of the cluster. */
export interface ServerKind {
  readonly binaries: PostgresBinaries;
  readonly user: PostgresUser;
  readonly password: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** One PostgreSQL that no one restarts. */
export interface DatabaseServer {
  readonly directory: string;
  readonly port: number;
  /** Runs a statement as the owner of the server. */
  query<Row>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Ends its main process and every other at once, with SIGKILL. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const SERVING_WITHIN_MS = 120_000;

/** Starts a server on an existing data directory and waits until it serves. */
export async function startServer(
  kind: ServerKind,
  directory: string,
  port: number,
): Promise<DatabaseServer> {
  const { binaries, user, settings } = kind;
  const args = serverArguments(directory, { port, settings });
  const command = user.command(binaries.postgres, args);
  const log = openSync(`${directory}.log`, 'a');
  const child = spawn(command.file, command.args, {
    stdio: ['ignore', log, log],
    cwd: '/',
    ...(command.uid !== undefined && { uid: command.uid }),
    ...(command.gid !== undefined && { gid: command.gid }),
  });
  reapOnExit(child, serverEnding);
  const pid = child.pid;
  const identity = pid === undefined ? null : identifyProcess(pid);
  if (identity === null) throw new Error(`PostgreSQL did not start in ${directory}.`);
  const server: DatabaseServer = {
    directory,
    port,
    async query<Row>(sql: string, values: readonly unknown[] = []) {
      const client = await connectAsOwner(kind, port);
      try {
        return (await client.query(sql, [...values])).rows as readonly Row[];
      } finally {
        await client.end();
      }
    },
    async kill() {
      const pids = [identity.pid, ...findDescendants(identity.pid).map((each) => each.pid)];
      for (const each of pids) killAtOnce(each);
      while (pids.some(isPidRunning)) await sleep(5);
    },
    stop: () => endProcess(identity, serverEnding),
  };
  const deadline = Date.now() + SERVING_WITHIN_MS;
  for (;;) {
    try {
      await server.query('select 1');
      return server;
    } catch (error) {
      if (Date.now() > deadline || child.exitCode !== null) throw error;
      await sleep(30);
    }
  }
}

/** Copies a running server into a new data directory that follows it through a port. */
export async function copyServer(
  kind: ServerKind,
  from: DatabaseServer,
  to: { readonly directory: string; readonly primaryPort: number },
): Promise<void> {
  const { directory, primaryPort } = to;
  const client = await connectAsOwner(kind, from.port);
  try {
    await client.query("select pg_backup_start('standby', true)");
    await copyDirectory(from.directory, directory);
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    await writeFile(join(directory, 'backup_label'), rows[0].labelfile);
  } finally {
    await client.end();
  }
  const { password } = kind;
  const conninfo = `host=127.0.0.1 port=${primaryPort} user=postgres password=${password} application_name=standby`;
  await writeFile(join(directory, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  await writeFile(join(directory, 'standby.signal'), '');
  if (kind.user.owner) await chownTree(directory, kind.user.owner);
}

/** As pg_basebackup does: the server makes what is left out, and its control file is copied last. */
const EMPTY = ['pg_wal', 'pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_stat_tmp'];
const LEFT_OUT = ['postmaster.pid', 'postmaster.opts', 'standby.signal', 'backup_label'];
const CONTROL = join('global', 'pg_control');

async function copyDirectory(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await copyBelow('');
  await copyFile(join(from, CONTROL), join(to, CONTROL));

  async function copyBelow(path: string): Promise<void> {
    await mkdir(join(to, path), { mode: 0o700 });
    if (EMPTY.includes(path)) return;
    for (const entry of await readdir(join(from, path), { withFileTypes: true })) {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) await copyBelow(inner);
      else if (!LEFT_OUT.includes(entry.name) && inner !== CONTROL) await copyIfThere(inner);
    }
  }

  async function copyIfThere(path: string): Promise<void> {
    try {
      await copyFile(join(from, path), join(to, path));
    } catch (error) {
      // Removed meanwhile; the log has what replaced it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

async function connectAsOwner({ password }: ServerKind, port: number): Promise<pg.Client> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'kax',
  });
  // The query that is running rejects with the same error.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function killAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It ended with the main process.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
