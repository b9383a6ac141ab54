import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DirectoryInUse } from '../processes/directory-lock.ts';
import { findFreePorts } from '../processes/find-free-ports.ts';
import { PortInUse } from '../processes/free-port.ts';
import { type RunningDatabase, startDatabase } from './start-database.ts';

let dataDir: string;
let port: number;
const running: RunningDatabase[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kax-database-'));
  port = await findFreePorts(1);
});
afterEach(async () => {
  for (const database of running.splice(0)) await database.stop();
  await rm(dataDir, { recursive: true });
});

it('keeps what was committed when PostgreSQL is killed, and serves again by itself', async () => {
  const database = await start();
  await request(database.url, 'create table kept (id int)', 'insert into kept values (1)');
  process.kill(database.pid, 'SIGKILL');
  expect(await requestUntilUp(database.url, 'select id from kept')).toEqual([{ id: 1 }]);
});

it('takes over from a copy that was just killed, whether its server is still running or not', async () => {
  const { url, kill } = await startInAnotherProcess();
  await request(url, 'create table kept (id int)', 'insert into kept values (2)');
  await kill();
  const database = await start();
  expect(database.url).toBe(url);
  expect(await request(url, 'select id from kept')).toEqual([{ id: 2 }]);
});

it('refuses a second copy on the same directory and names the process that uses it', async () => {
  await start();
  const begin = performance.now();
  const second = startDatabase({ dataDir, port: port + 1 });
  await expect(second).rejects.toThrow(DirectoryInUse);
  await expect(second).rejects.toThrow(`process ${process.pid}`);
  expect(performance.now() - begin).toBeLessThan(5_000);
});

it("refuses a port that is someone else's, and releases the directory", async () => {
  await start();
  const elsewhere = join(dataDir, 'elsewhere');
  await expect(startDatabase({ dataDir: elsewhere, port })).rejects.toThrow(PortInUse);
  await expect(startDatabase({ dataDir: elsewhere, port })).rejects.toThrow(PortInUse);
});

it('refuses a connection without the password', async () => {
  const database = await start();
  const guess = database.url.replace(/:[^:@]+@/, ':guess@');
  await expect(request(guess, 'select 1')).rejects.toThrow('password authentication failed');
});

it('has a role for each process, which owns nothing, also in a directory of before there were any', async () => {
  const { pid: _pid, ...before } = await start();
  await request(before.url, 'create table kept (id int)', 'insert into kept values (3)');
  await request(await superuserUrl(), `drop role ${Object.keys(before.roleUrls).join(', ')}`);
  await running.pop()?.stop();
  const file = join(dataDir, 'database/passwords.json');
  const { postgres, kax } = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ postgres, kax }));
  const database = await start();
  expect(database.url).toBe(before.url);
  expect(await request(database.url, 'select id from kept')).toEqual([{ id: 3 }]);
  expect(new Set(Object.values(database.roleUrls)).size).toBe(5);
  for (const [role, url] of Object.entries(database.roleUrls)) {
    expect(await request(url, 'select current_user::text as name')).toEqual([{ name: role }]);
    await expect(request(url, 'select id from kept')).rejects.toThrow('permission denied');
  }
});

async function superuserUrl(): Promise<string> {
  const { postgres } = JSON.parse(await readFile(join(dataDir, 'database/passwords.json'), 'utf8'));
  return `postgres://postgres:${postgres}@127.0.0.1:${port}/kax`;
}

async function start(): Promise<RunningDatabase> {
  const database = await startDatabase({ dataDir, port });
  running.push(database);
  return database;
}

async function request(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

async function requestUntilUp(url: string, statement: string): Promise<unknown[]> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      return await request(url, statement);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

/** Starts a server supervised by another process, which can be killed. */
async function startInAnotherProcess(): Promise<{
  readonly url: string;
  readonly kill: () => Promise<void>;
}> {
  const code = `
    import { startDatabase } from ${JSON.stringify(join(import.meta.dirname, 'start-database.ts'))};
    const { url } = await startDatabase(${JSON.stringify({ dataDir, port })});
    process.stdout.write(url);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code]);
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const url = await new Promise<string>((done) =>
    child.stdout.once('data', (chunk: Buffer) => done(String(chunk))),
  );
  return {
    url,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
