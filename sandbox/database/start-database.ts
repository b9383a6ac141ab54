import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { lockDirectory } from '../processes/directory-lock.ts';
import { awaitFreePort } from '../processes/free-port.ts';
import { keepRunning } from '../processes/keep-running.ts';
import {
  type Cluster,
  endLeftoverServer,
  openCluster,
  type ProcessRole,
  processRoles,
  serverEnding,
} from './cluster.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { choosePostgresUser } from './postgres-user.ts';
import { serverArguments } from './server-arguments.ts';

export interface RunningDatabase {
  /** Connection string of the product's database as its owner, password included. */
  readonly url: string;
  /** The same as each of the roles that own nothing. */
  readonly roleUrls: Readonly<Record<ProcessRole, string>>;
  /** Pid of PostgreSQL's main process; changes when it restarts. */
  readonly pid: number;
  stop(): Promise<void>;
}

const SERVING_WITHIN_MS = 60_000;

/**
 * Starts PostgreSQL from npm in `dataDir`/database, on 127.0.0.1 only, and keeps it running until `stop`.
 * Ends a server that a killed predecessor left behind in the same directory.
 * Rejects with `DirectoryInUse`, `PortInUse`, `PostgresNotInstalled` or `CannotRunAsRoot`.
 */
export async function startDatabase(options: {
  readonly dataDir: string;
  readonly port: number;
  /** Additional settings of the server. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly report?: (sentence: string) => void;
}): Promise<RunningDatabase> {
  const dataDir = resolve(options.dataDir);
  const home = join(dataDir, 'database');
  // Readable for the user that PostgreSQL runs as; secrets in it have a stricter mode.
  await mkdir(home, { recursive: true, mode: 0o755 });
  const lock = lockDirectory(dataDir, join(home, 'lock'));
  try {
    const binaries = await findPostgresBinaries();
    const user = choosePostgresUser(binaries.postgres, home);
    const cluster = await openCluster(home, binaries, user);
    await awaitFreePort(options.port, 'the database');
    const server = await keepRunning({
      name: 'The database',
      command: async () => {
        await endLeftoverServer(cluster.directory);
        return user.command(binaries.postgres, serverArguments(cluster.directory, options));
      },
      untilServing: (signal) => untilServing(cluster, options.port, signal),
      logFile: join(dataDir, 'logs', 'database.log'),
      pidFile: join(home, 'pid'),
      ending: serverEnding,
      ...(options.report && { report: options.report }),
    });
    const urlOf = (role: 'kax' | ProcessRole) =>
      `postgres://${role}:${cluster.passwords[role]}@127.0.0.1:${options.port}/kax`;
    return {
      url: urlOf('kax'),
      roleUrls: Object.fromEntries(
        processRoles.map((role) => [role, urlOf(role)]),
      ) as RunningDatabase['roleUrls'],
      get pid() {
        return server.pid();
      },
      stop: async () => {
        await server.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Ready means that our own role can sign in: another server on the port does not know its password. */
async function untilServing(cluster: Cluster, port: number, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + SERVING_WITHIN_MS;
  for (;;) {
    try {
      await prepareRoles(cluster, port);
      return;
    } catch (error) {
      if (signal.aborted || Date.now() > deadline) throw error;
      await sleep(30);
    }
  }
}

async function prepareRoles({ passwords }: Cluster, port: number): Promise<void> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: passwords.postgres,
    database: 'postgres',
    connectionTimeoutMillis: 5_000,
  });
  // The failing query reports a server that ends; without a listener, the error would end this process too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('select rolname as name from pg_roles');
    const existing = new Set(rows.map(({ name }) => name));
    for (const role of ['kax', ...processRoles] as const) {
      if (existing.has(role)) continue;
      const rights = role === 'kax' ? 'login createdb' : 'login';
      await client.query(`create role ${role} ${rights} password '${passwords[role]}'`);
    }
    const database = await client.query(`select 1 from pg_database where datname = 'kax'`);
    if (database.rowCount === 0) await client.query('create database kax owner kax');
  } finally {
    await client.end();
  }
}
