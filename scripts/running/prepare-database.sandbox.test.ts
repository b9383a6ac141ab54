import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RunningDatabase, startDatabase } from '#sandbox/database/start-database';
import { findFreePorts } from '#sandbox/processes/find-free-ports';
import { ROLES } from '../../apps/api/src/adapters/postgres/roles/roles.ts';
import { prepareDatabase } from './prepare-database.ts';

let dataDir: string;
let server: RunningDatabase;
let sentences: string[];

beforeEach(async () => {
  sentences = [];
  dataDir = await mkdtemp(join(tmpdir(), 'kax-prepare-'));
  await chmod(dataDir, 0o755);
  server = await startDatabase({ dataDir, port: await findFreePorts(1) });
});
afterEach(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

it('gives each process of the sandbox a connection of its own', async () => {
  const { ownerUrl, roleUrls } = await prepare(null);
  expect(ownerUrl).toBe(server.url);
  expect(roleUrls).toEqual(server.roleUrls);
  await request(roleUrls.kax_api, 'select name from users');
  await expect(request(roleUrls.kax_shielded_worker, 'select name from users')).rejects.toThrow(
    'permission denied',
  );
  expect(sentences).toEqual([]);
});

it('creates the roles in a database of the user, and knows their passwords at the next start', async () => {
  const url = await asForeign('createrole');
  const first = await prepare(url);
  for (const role of ROLES) {
    expect(await request(first.roleUrls[role], 'select current_user::text as name')).toEqual([
      { name: role },
    ]);
  }
  await expect(request(first.roleUrls.kax_worker, 'select 1 from key_records')).rejects.toThrow(
    'permission denied',
  );
  expect(await prepare(url)).toEqual(first);
  expect(sentences).toEqual([]);
});

it('says that all processes have all rights where roles may not be created, or are someone else’s', async () => {
  const url = await asForeign('nocreaterole');
  const { roleUrls } = await prepare(url);
  expect(new Set(Object.values(roleUrls))).toEqual(new Set([url]));
  await request(url, 'select 1 from key_records');
  expect(sentences).toEqual([expect.stringContaining('all rights on the database')]);
  await request(
    await superuserUrl(),
    'create role kax_worker login; alter role builder createrole',
  );
  expect((await prepare(url)).roleUrls.kax_worker).toBe(url);
  expect(sentences).toHaveLength(2);
});

function prepare(databaseUrl: string | null) {
  const own = databaseUrl === null ? server : null;
  return prepareDatabase({ dataDir, databaseUrl }, own, (sentence) => sentences.push(sentence));
}

/** @returns the connection string of a role and its database on a server where ours are unknown */
async function asForeign(right: 'createrole' | 'nocreaterole'): Promise<string> {
  const superuser = await superuserUrl();
  await request(superuser, `drop role ${ROLES.join(', ')}`);
  await request(superuser, `create role builder login password 'pass@word' ${right}`);
  await request(superuser, 'create database built owner builder');
  const url = new URL(server.url);
  url.username = 'builder';
  url.password = 'pass@word';
  url.pathname = '/built';
  return url.href;
}

async function superuserUrl(): Promise<string> {
  const { postgres } = JSON.parse(await readFile(join(dataDir, 'database/passwords.json'), 'utf8'));
  const url = new URL(server.url);
  url.username = 'postgres';
  url.password = postgres;
  return url.href;
}

async function request(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
