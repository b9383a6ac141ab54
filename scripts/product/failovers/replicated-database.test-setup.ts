import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostgresBinaries } from '#sandbox/database/postgres-binaries';
import { choosePostgresUser } from '#sandbox/database/postgres-user';
import { startDatabase } from '#sandbox/database/start-database';
import { findFreePorts } from '#sandbox/processes/find-free-ports';
import {
  copyServer,
  type DatabaseServer,
  type ServerKind,
  startServer,
} from './database-servers.test-setup.ts';
import { startTcpProxy } from './tcp-proxy.test-setup.ts';

/** What a commit waits for besides the primary's own disk. */
export type Commits = 'wait for the standby' | 'wait for no standby';

/** Two PostgreSQL: a primary, and a standby that follows it. */
export interface ReplicatedDatabase {
  readonly commits: Commits;
  /** Connection string of the product's role, which always leads to the primary. */
  readonly url: string;
  /** Runs a statement on the primary as the owner of the server. */
  query<Row>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** From now on, nothing reaches the standby. */
  cutStandbyOff(): void;
  /** Ends the primary with SIGKILL. */
  killPrimary(): Promise<void>;
  /** Makes the standby the primary, and leads everyone there. */
  promoteStandby(): Promise<void>;
  /** Starts a standby from a copy of the primary; resolves when it follows. */
  addStandby(): Promise<void>;
  stop(): Promise<void>;
}

const FOLLOWS_WITHIN_MS = 120_000;

/** Starts the primary; `addStandby` comes next. */
export async function startReplicatedDatabase(commits: Commits): Promise<ReplicatedDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kax-failover-'));
  const home = join(dataDir, 'database');
  const firstPort = await findFreePorts(2);
  // Makes the cluster, and in it the product's role and database.
  const { url, stop } = await startDatabase({ dataDir, port: firstPort });
  await stop();
  const kind = await readKind(home, commits === 'wait for the standby' ? '*' : '');
  let primary = await startServer(kind, join(home, 'cluster'), firstPort);
  let standby: DatabaseServer | null = null;
  let made = 0;
  const toPrimary = await startTcpProxy(primary.port);
  const replication = await startTcpProxy(primary.port);
  const productUrl = new URL(url);
  productUrl.port = String(toPrimary.port);
  return {
    commits,
    url: productUrl.href,
    query: (sql, values) => primary.query(sql, values),
    cutStandbyOff: () => replication.freeze(),
    killPrimary: () => primary.kill(),
    async promoteStandby() {
      if (standby === null) throw new Error('There is no standby.');
      replication.leadTo(standby.port);
      await standby.query('select pg_promote(true, 60)');
      await rm(primary.directory, { recursive: true });
      primary = standby;
      standby = null;
      toPrimary.leadTo(primary.port);
    },
    async addStandby() {
      made += 1;
      const directory = join(home, `standby-${made}`);
      const port = primary.port === firstPort ? firstPort + 1 : firstPort;
      await copyServer(kind, primary, { directory, primaryPort: replication.port });
      standby = await startServer(kind, directory, port);
      await untilItFollows(primary);
    },
    async stop() {
      await Promise.all([toPrimary.stop(), replication.stop()]);
      await Promise.all([primary.stop(), standby?.stop()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function readKind(home: string, synchronousStandbyNames: string): Promise<ServerKind> {
  const binaries = await findPostgresBinaries();
  const passwords = JSON.parse(await readFile(join(home, 'passwords.json'), 'utf8'));
  return {
    binaries,
    user: choosePostgresUser(binaries.postgres, home),
    password: passwords.postgres,
    settings: {
      // Servers are killed here, not machines: the system still writes what they handed over.
      fsync: 'off',
      synchronous_commit: 'on',
      synchronous_standby_names: synchronousStandbyNames,
      wal_keep_size: '128MB',
    },
  };
}

async function untilItFollows(primary: DatabaseServer): Promise<void> {
  const deadline = Date.now() + FOLLOWS_WITHIN_MS;
  for (;;) {
    const [follower] = await primary.query<{ readonly state: string }>(
      'select state from pg_stat_replication',
    );
    if (follower?.state === 'streaming') return;
    if (Date.now() > deadline) throw new Error('The standby does not follow.');
    await sleep(50);
  }
}
