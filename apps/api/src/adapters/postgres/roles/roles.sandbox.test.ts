import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningDatabase, startDatabase } from '#sandbox/database/start-database';
import { findFreePort } from '#testing/free-port';
import { createDatabase } from '../connection/connect.ts';
import { migrateAndGrant, migrateDatabase } from '../connection/migrate.ts';
import { requireRole } from './require-role.ts';
import { ROLES, type Role } from './roles.ts';

let dataDir: string;
let database: RunningDatabase;
/** The owner of the server. */
let superuser: pg.Client;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kax-roles-'));
  await chmod(dataDir, 0o755);
  database = await startDatabase({ dataDir, port: await findFreePort() });
  superuser = new pg.Client({ connectionString: await superuserUrl() });
  await superuser.connect();
});
beforeEach(() => migrateAndGrant(database.url));
afterAll(async () => {
  await superuser?.end();
  await database?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('what no role may ever get, whatever its statements say', () => {
  it('nothing that verifies or opens a wallet, but to api, and to recovery its own wrap', async () => {
    const secrets = ['seed_ciphertext', 'password_verifier_hash', 'password_wrap', 'recovery_wrap'];
    const readers = await readersOf('key_records', [...secrets, 'password_salt', 'seal']);
    expect(readers).toEqual({ kax_api: expect.any(Array), kax_recovery: ['recovery_wrap'] });
    expect(await readersOf('registrations', [...secrets, 'token_hash', 'token_wrap'])).toEqual({
      kax_api: expect.any(Array),
      kax_recovery: ['recovery_wrap'],
    });
    expect(await readersOf('session_tokens', ['wrap', 'seal'])).toEqual({
      kax_api: ['wrap', 'seal'],
    });
  });

  it('codes, sealed or hashed, only to recovery', async () => {
    expect(await readersOf('outbox', ['secret'])).toEqual({ kax_recovery: ['secret'] });
    expect(await rightsOn(['code_challenges'])).toEqual({
      kax_recovery: expect.arrayContaining(['code_challenges select codes_hash']),
    });
  });

  it('the contacts of a user are changed by recovery alone, and so is what waits to change them', async () => {
    const found = Object.entries(await rightsOn(['users', 'contact_changes'])).flatMap(
      ([role, rights]) => rights.map((right) => `${role} ${right}`),
    );
    const contacts = found.filter((right) =>
      / users update (?:email|phone|signature)$/.test(right),
    );
    expect(contacts.sort()).toEqual([
      // What `recovery` signed when a wallet was replaced. It signs the contacts too, so this changes none of them.
      'kax_api users update signature',
      ...['email', 'phone', 'signature'].map((column) => `kax_recovery users update ${column}`),
    ]);
    const changes = found.filter((right) =>
      / contact_changes (?:insert|update|delete)/.test(right),
    );
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.filter((right) => !right.startsWith('kax_recovery '))).toEqual([]);
  });

  it('of users, sessions and their messages, to the shielded worker only who is signed in, and to add an end', async () => {
    const tables = ['users', 'key_records', 'sessions', 'session_tokens', 'code_challenges'];
    const others = ['registrations', 'known_devices', 'outbox', 'audit_events', 'ramp_orders'];
    const more = ['ramp_visits', 'ramp_access', 'ramp_events', 'swaps', 'swap_offers'];
    const { kax_shielded_worker: found } = await rightsOn([...tables, ...others, ...more]);
    expect(found).toEqual([
      'outbox insert content',
      'outbox insert created_at',
      'outbox insert topic',
      'outbox insert user_id',
      'sessions select ends_at',
      'sessions select last_active_at',
      'sessions select user_id',
    ]);
  });

  it('of sessions, payments and swaps nothing to recovery', async () => {
    const payments = ['operations', 'operation_transactions', 'private_transactions', 'swaps'];
    const found = await rightsOn(['sessions', 'session_tokens', 'shielded_wallets', ...payments]);
    expect(found).not.toHaveProperty('kax_recovery');
    expect(found).toHaveProperty('kax_api');
  });

  it('the audit log is added to by api, recovery and the operator, and changed by no one', async () => {
    const found = Object.entries(await rightsOn(['audit_events'])).flatMap(([role, rights]) =>
      rights.map((right) => `${role} ${right.split(' ')[1]}`),
    );
    expect(new Set(found.filter((right) => !right.endsWith(' select')))).toEqual(
      new Set(['kax_api insert', 'kax_operator insert', 'kax_recovery insert']),
    );
  });

  it('the operator stores no operation and signs nothing', async () => {
    const found = await rightsOn(['operations', 'operation_transactions', 'chain_accounts']);
    const privileges = found.kax_operator?.map((right) => right.split(' ').slice(0, 2).join(' '));
    expect(new Set(privileges)).toEqual(
      new Set(['operations select', 'operations update', 'operation_transactions select']),
    );
  });

  it.each(ROLES)('%s owns nothing, creates nothing, empties no table', async (role) => {
    const { rows } = await superuser.query(
      `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'drizzle') and c.relkind = 'r' and (
         c.relowner = $1::regrole or has_table_privilege($1, c.oid, 'truncate')
         or has_table_privilege($1, c.oid, 'trigger') or has_any_column_privilege($1, c.oid, 'references'))`,
      [role],
    );
    expect(rows).toEqual([]);
    for (const statement of [
      'create table public.mine (id int)',
      'create temporary table users (id int)',
      'create schema mine',
      'truncate users',
      'set role kax',
      'alter table users add column mine int',
      'delete from audit_events',
      "update drizzle.__drizzle_migrations set created_at = '0'",
    ]) {
      await expect(queryAs(role, statement), statement).rejects.toThrow(
        /permission denied|must be owner/,
      );
    }
  });
});

describe('the migration', () => {
  it('takes away what a role was given besides, and says nothing twice', async () => {
    const before = await allRights();
    await superuser.query(`
      grant select on key_records to kax_worker, public;
      grant update (status) on operations to kax_recovery;
      grant usage on sequence public.audit_events_id_seq to kax_worker;
      grant create on schema public to kax_worker, public`);
    expect(await allRights()).not.toEqual(before);
    await migrateAndGrant(database.url);
    expect(await allRights()).toEqual(before);
    await expect(queryAs('kax_worker', 'select seed_ciphertext from key_records')).rejects.toThrow(
      'permission denied',
    );
  });

  it('never leaves a process without its rights, not even for a moment', async () => {
    const client = new pg.Client({ connectionString: database.roleUrls.kax_api });
    await client.connect();
    let isDone = false;
    const migrations = (async () => {
      for (let time = 0; time < 5; time += 1) await migrateAndGrant(database.url);
      isDone = true;
    })();
    let count = 0;
    while (!isDone) {
      await client.query('select name from users');
      count += 1;
    }
    await migrations;
    await client.end();
    expect(count).toBeGreaterThan(5);
  });

  it('changes nothing when a role is missing, and says how to make it', async () => {
    const before = await allRights();
    await superuser.query('alter role kax_worker rename to someone');
    try {
      await expect(migrateAndGrant(database.url)).rejects.toThrow(
        "The database has no role kax_worker. Create them, each with a password of its own:\n  create role kax_worker login password '…';",
      );
    } finally {
      await superuser.query(`
        alter role someone rename to kax_worker;
        alter role kax_worker password '${new URL(database.roleUrls.kax_worker).password}'`);
    }
    expect(await allRights()).toEqual(before);
  });

  it('lets no other role of the server connect', async () => {
    await superuser.query("create role stranger login password 'stranger'");
    const url = new URL(database.url);
    url.username = 'stranger';
    url.password = 'stranger';
    await expect(query(url.href, 'select 1')).rejects.toThrow('permission denied for database');
  });
});

describe('a process', () => {
  const start = (url: string, mode: 'production' | 'sandbox', role: Role = 'kax_worker') => {
    const connected = createDatabase(url);
    return requireRole(connected, role, { mode }).finally(() => connected.close());
  };

  it.each(ROLES)('%s starts in production as its own role', async (role) => {
    await expect(start(database.roleUrls[role], 'production', role)).resolves.toBeUndefined();
  });

  it('refuses another role in production, and only there', async () => {
    await expect(start(database.roleUrls.kax_api, 'production')).rejects.toThrow(
      'This process connects to the database as kax_api, and KAX_MODE is production. Its role is kax_worker.',
    );
    await expect(start(database.url, 'production')).rejects.toThrow('as kax, and');
    await expect(start(database.url, 'sandbox')).resolves.toBeUndefined();
  });

  it.each([
    ['alter role kax_worker superuser', 'alter role kax_worker nosuperuser'],
    ['grant kax to kax_worker', 'revoke kax from kax_worker'],
    ['grant pg_read_all_data to kax_worker', 'revoke pg_read_all_data from kax_worker'],
  ])('refuses its own role after `%s`', async (grant, revoke) => {
    await superuser.query(grant);
    try {
      await expect(start(database.roleUrls.kax_worker, 'production')).rejects.toThrow(
        'The database role kax_worker is a superuser or has the rights of other roles',
      );
    } finally {
      await superuser.query(revoke);
    }
  });

  it('may see which standbys there are', async () => {
    await superuser.query('grant pg_read_all_stats to kax_worker');
    await expect(start(database.roleUrls.kax_worker, 'production')).resolves.toBeUndefined();
    await superuser.query('revoke pg_read_all_stats from kax_worker');
  });

  it.each([
    [-1, 'older than this version: run `node scripts/run.mjs migrate`.'],
    [1, 'newer than this version. Start the newer one.'],
  ])('refuses a schema that is another version’s (%i)', async (ms, problem) => {
    const move = (by: number) =>
      superuser.query(
        `update drizzle.__drizzle_migrations set created_at = created_at + $1
         where id = (select max(id) from drizzle.__drizzle_migrations)`,
        [by],
      );
    await move(ms);
    try {
      await expect(start(database.roleUrls.kax_worker, 'sandbox')).rejects.toThrow(problem);
    } finally {
      await move(-ms);
    }
  });

  it('refuses a database without a schema, and one without rights', async () => {
    await superuser.query('create database empty owner kax');
    const url = new URL(database.url);
    url.pathname = '/empty';
    await expect(start(url.href, 'sandbox')).rejects.toThrow('The database has no schema yet');
    await migrateDatabase(url.href);
    const own = new URL(database.roleUrls.kax_worker);
    own.pathname = '/empty';
    await expect(start(own.href, 'sandbox')).rejects.toThrow('has no rights yet');
    await migrateAndGrant(url.href);
    await expect(start(own.href, 'production')).resolves.toBeUndefined();
  });
});

/** @returns for each role that may read any of them, the columns that it may read */
async function readersOf(
  table: string,
  columns: readonly string[],
): Promise<Partial<Record<Role, readonly string[]>>> {
  const { rows } = await superuser.query<{ role: Role; columns: string[] }>(
    `select role, array_agg(name order by place) as columns
     from unnest($1::text[]) role, unnest($3::text[]) with ordinality as c(name, place)
     where has_column_privilege(role, $2::regclass, name, 'select') group by role`,
    [ROLES, table, columns],
  );
  return Object.fromEntries(rows.map((row) => [row.role, row.columns]));
}

/** @returns by role, what it may do with the tables, as `operations select id` */
async function rightsOn(tables: readonly string[]): Promise<Partial<Record<Role, string[]>>> {
  const found = (await allRights()).filter(({ table }) => tables.includes(table));
  const byRole = Map.groupBy(found, ({ role }) => role);
  return Object.fromEntries(
    [...byRole].map(([role, rights]) => [
      role,
      rights.map(({ table, right }) => `${table} ${right}`),
    ]),
  );
}

/** What each role may do, by PostgreSQL's own judgement: given to it, to everyone, or on the whole table. */
async function allRights() {
  const { rows } = await superuser.query<{ role: Role; table: string; right: string }>(
    `select role, c.relname as table, right_name || ' ' || a.attname as right
     from unnest($1::text[]) role, pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped,
     unnest(array['insert', 'select', 'update']) right_name
     where n.nspname in ('public', 'drizzle') and c.relkind = 'r'
       and has_column_privilege(role, c.oid, a.attnum, right_name)
     union all
     select role, c.relname, right_name
     from unnest($1::text[]) role, pg_class c join pg_namespace n on n.oid = c.relnamespace,
     unnest(array['delete', 'truncate']) right_name
     where n.nspname in ('public', 'drizzle') and c.relkind = 'r'
       and has_table_privilege(role, c.oid, right_name)
     union all
     select role, c.relname, 'usage'
     from unnest($1::text[]) role, pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'drizzle') and c.relkind = 'S' and has_sequence_privilege(role, c.oid, 'usage')
     union all
     select role, n.nspname, right_name from unnest($1::text[]) role, pg_namespace n,
     unnest(array['create', 'usage']) right_name
     where n.nspname in ('public', 'drizzle') and has_schema_privilege(role, n.oid, right_name)
     order by 1, 2, 3`,
    [ROLES],
  );
  return rows;
}

function queryAs(role: Role, statement: string): Promise<void> {
  return query(database.roleUrls[role], statement);
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function superuserUrl(): Promise<string> {
  const { postgres } = JSON.parse(await readFile(join(dataDir, 'database/passwords.json'), 'utf8'));
  const url = new URL(database.url);
  url.username = 'postgres';
  url.password = postgres;
  return url.href;
}
