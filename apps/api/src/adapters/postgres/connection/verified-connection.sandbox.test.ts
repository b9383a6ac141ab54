import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RunningDatabase, startDatabase } from '#sandbox/database/start-database';
import { findFreePort } from '#testing/free-port';
import { createTestAuthority, type TestAuthority } from '#testing/test-authority';
import { makeKeyFolders } from '../../../../../../scripts/keys/make-key-folders.ts';
import { createDatabase } from './connect.ts';
import { type ManInTheMiddle, startManInTheMiddle } from './man-in-the-middle.test-setup.ts';
import { migrateAndGrant, migrateDatabase } from './migrate.ts';
import { createNotificationListener } from './notification-listener.ts';

const root = join(import.meta.dirname, '../../../../../..');
let folder: string;
let port: number;
let server: RunningDatabase;
let authority: TestAuthority;
let stranger: TestAuthority;
let middle: ManInTheMiddle;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kax-verified-'));
  authority = createTestAuthority(folder, 'authority');
  stranger = createTestAuthority(folder, 'stranger');
  port = await findFreePort();
  server = await startDatabase({ dataDir: folder, port });
  await useCertificate(authority.issue('localhost'));
  await migrateAndGrant(to());
  middle = await startManInTheMiddle(port, stranger.issue('localhost'));
});
afterAll(async () => {
  await middle?.stop();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => middle.behave('pass'));

/** Every way in which the product connects. Each resolves with what it read over the connection. */
const connectionKinds: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  'a connection of the pool': async (url) => {
    const database = createDatabase(url);
    try {
      const { rows } = await database.pool.query(
        'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
      );
      return rows[0];
    } finally {
      await database.close();
    }
  },
  'the connection that migrates': migrateDatabase,
  'the connection that listens': async (url) => {
    const database = createDatabase(url);
    const listener = createNotificationListener(database);
    try {
      const message = new Promise((resolve) => listener.on('verified', resolve));
      await listener.start();
      await database.pool.query("notify verified, 'hello'");
      return await message;
    } finally {
      await listener.stop();
      await database.close();
    }
  },
};

describe.each(Object.entries(connectionKinds))('%s', (_name, use) => {
  it('is made to the server whose certificate has its name', async () => {
    await expect(use(to())).resolves.not.toThrow();
    await expect(use(to({ port: middle.port }))).resolves.not.toThrow();
    expect(middle.connections()).toBeGreaterThan(0);
  });

  it('is not made with a certificate of another authority, or for another name', async () => {
    await expect(use(to({ root: stranger.file }))).rejects.toThrow(/certificate/i);
    await expect(use(to({ root: null }))).rejects.toThrow(/certificate/i);
    await expect(use(to({ host: '127.0.0.1' }))).rejects.toThrow(/does not match/);
  });

  it.each(['imitate', 'strip', 'inject'] as const)(
    'shows nothing to someone in the middle who tries to %s',
    async (how) => {
      middle.behave(how);
      await expect(use(to({ port: middle.port }))).rejects.toThrow();
      expect(middle.connections()).toBe(1);
      expect(middle.seen()).toBe('');
    },
  );
});

it('would show what it sends to someone in the middle without the verification', async () => {
  middle.behave('imitate');
  const careless = to({ port: middle.port }).replace('verify-full', 'no-verify');
  const client = new pg.Client({ connectionString: careless });
  client.on('error', () => undefined);
  void client.connect().catch(() => undefined);
  await vi.waitFor(() => expect(middle.seen()).toContain('kax'), { timeout: 10_000 });
  await client.end().catch(() => undefined);
});

it('is on an encrypted connection', async () => {
  expect(await connectionKinds['a connection of the pool']?.(to())).toEqual({ ssl: true });
});

it('does not listen to someone who takes the server’s place, and listens again to the server', async () => {
  const database = createDatabase(to({ port: middle.port }));
  const listener = createNotificationListener(database);
  const messages: string[] = [];
  listener.on('verified', (message) => messages.push(message));
  await listener.start();
  middle.behave('imitate');
  await vi.waitFor(() => expect(middle.connections()).toBeGreaterThan(1), { timeout: 20_000 });
  expect(listener.isConnected()).toBe(false);
  expect(middle.seen()).toBe('');
  middle.behave('pass');
  await vi.waitFor(() => expect(listener.isConnected()).toBe(true), { timeout: 20_000 });
  await database.pool.query("notify verified, 'again'");
  await vi.waitFor(() => expect(messages).toEqual(['again']));
  await listener.stop();
  await database.close();
});

it.each(['api', 'worker', 'shielded-worker', 'recovery', 'migrate', 'operations', 'verify-audit'])(
  '%s does not start in production without the verification, and connects to no one',
  async (program) => {
    const url = to({ port: middle.port }).replace('verify-full', 'require');
    expect(await run(program, url)).toContain('sslmode=verify-full');
    expect(middle.connections()).toBe(0);
  },
);

it('api serves in production over a verified connection, and says nothing to someone who takes the database’s place', async () => {
  await makeKeyFolders(join(folder, 'keys'));
  const recovery = start('recovery', environmentOf('recovery', to({ as: 'kax_recovery' })));
  await vi.waitFor(() => expect(recovery.log()).toContain('ready'), { timeout: 120_000 });
  const serving = await findFreePort();
  const listening = { PORT: String(serving), HOST: 'localhost' };
  const api = start(
    'api',
    environmentOf('api', to({ port: middle.port, as: 'kax_api' }), listening),
  );
  try {
    const ready = async () => (await fetch(`http://localhost:${serving}/api/ready`)).status;
    await vi.waitFor(async () => expect(await ready(), api.log()).toBe(200), { timeout: 120_000 });
    middle.behave('imitate');
    await vi.waitFor(async () => expect(await ready()).toBe(503), { timeout: 60_000 });
    expect(middle.connections()).toBeGreaterThan(0);
    expect(middle.seen()).toBe('');
    middle.behave('pass');
    await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 60_000 });
    // Its nodes have names that do not exist, so nothing else was connected to.
    expect(api.log()).not.toContain('EPRIVATE');
  } finally {
    await Promise.all([api.kill(), recovery.kill()]);
  }
});

function start(program: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), program], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let log = '';
  child.stdout.on('data', (chunk) => {
    log += String(chunk);
  });
  return {
    log: () => log,
    async kill() {
      if (child.kill('SIGKILL')) await once(child, 'exit');
    },
  };
}

/** @returns the connection string of the server, with verification */
function to(
  target: {
    readonly host?: string;
    readonly port?: number;
    readonly root?: string | null;
    readonly as?: 'kax_api' | 'kax_recovery';
  } = {},
): string {
  const url = new URL(target.as === undefined ? server.url : server.roleUrls[target.as]);
  url.hostname = target.host ?? 'localhost';
  url.port = String(target.port ?? port);
  url.searchParams.set('sslmode', 'verify-full');
  const { root: file = authority.file } = target;
  if (file !== null) url.searchParams.set('sslrootcert', file);
  return url.href;
}

async function useCertificate({ cert, key }: ReturnType<TestAuthority['issue']>): Promise<void> {
  const cluster = join(folder, 'database/cluster');
  const { uid, gid } = statSync(cluster);
  for (const [name, text] of [
    ['server.crt', cert],
    ['server.key', key],
  ] as const) {
    const file = join(cluster, name);
    writeFileSync(file, text, { mode: 0o600 });
    chownSync(file, uid, gid);
  }
  const { postgres } = JSON.parse(readFileSync(join(folder, 'database/passwords.json'), 'utf8'));
  const client = new pg.Client({
    ...{ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', password: postgres },
  });
  await client.connect();
  await client.query('alter system set ssl = on');
  await client.query('select pg_reload_conf()');
  await client.end();
  await vi.waitFor(() => migrateDatabase(to()), { timeout: 20_000 });
}

/** @returns what the program wrote to its standard error; rejects when it did not fail */
function run(program: string, databaseUrl: string): Promise<string> {
  const env = environmentOf(program, databaseUrl);
  const args = [join(root, 'scripts/run.mjs'), program];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { env, timeout: 60_000 }, (error, _output, complaint) => {
      if (error === null) reject(new Error(`${program} did not refuse.`));
      else resolve(complaint);
    });
  });
}

function environmentOf(
  program: string,
  databaseUrl: string,
  more: NodeJS.ProcessEnv = {},
): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    KAX_MODE: 'production',
    DATABASE_URL: databaseUrl,
    NETWORKS_FILE: join(root, 'apps/api/networks.polygon.json'),
    POLYGON_RPC_URLS: 'https://one.example,https://two.example',
    AVALANCHE_RPC_URLS: 'https://one.example,https://two.example',
    PRICE_BASE_URL: 'https://prices.example',
    KEY_DIR: join(folder, 'keys', program),
    RECOVERY_SOCKET: join(folder, 'recovery.sock'),
    SHIELDED_DIR: join(folder, 'shielded'),
    ARTIFACTS_DIR: join(folder, 'artifacts'),
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'kax@kax.example',
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'secret',
    TWILIO_FROM: '+15005550006',
    ...more,
  };
}
