import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningDatabase, startDatabase } from '#sandbox/database/start-database';
import { findFreePorts } from '#sandbox/processes/find-free-ports';
import { GRANTS_FILE } from '../../apps/api/src/adapters/postgres/connection/grant-rights.ts';
import { migrateAndGrant } from '../../apps/api/src/adapters/postgres/connection/migrate.ts';
import { ROLES, type Role } from '../../apps/api/src/adapters/postgres/roles/roles.ts';
import {
  type FoundStatement,
  findStatements,
} from '../../apps/api/src/adapters/postgres/statements.test-setup.ts';
import { findReachable, PROGRAMS_BY_ROLE } from './reachable-statements.ts';
import { createRightsReader, type RightsReader } from './read-rights.ts';
import { computeGrants, writeGrants } from './write-grants.ts';

let dataDir: string;
let database: RunningDatabase;
/** As the owner of the server, who may take any role. */
let client: pg.Client;
/** Prints the tree of everything that it runs. */
let verbose: pg.Client;
let reader: RightsReader;
let reachable: ReadonlyMap<Role, readonly FoundStatement[]>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kax-grants-'));
  await chmod(dataDir, 0o755);
  database = await startDatabase({ dataDir, port: await findFreePorts(1) });
  await migrateAndGrant(database.url);
  const { postgres } = JSON.parse(await readFile(join(dataDir, 'database/passwords.json'), 'utf8'));
  const url = new URL(database.url);
  url.username = 'postgres';
  url.password = postgres;
  client = new pg.Client({ connectionString: url.href });
  await client.connect();
  verbose = new pg.Client({ connectionString: url.href });
  await verbose.connect();
  reader = await createRightsReader(verbose);
  const found = await Promise.all(
    ROLES.map(async (role) => [role, await findReachable(PROGRAMS_BY_ROLE[role])] as const),
  );
  reachable = new Map(found);
});

afterAll(async () => {
  await client?.end();
  await verbose?.end();
  await database?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

it('grants.sql has what the statements of each program need, and nothing else: `npm run db:grants`', async () => {
  const lines = (text: string) => text.split('\n');
  const [written, needed] = [
    lines(await readFile(GRANTS_FILE, 'utf8')),
    lines(writeGrants(await computeGrants(verbose))),
  ];
  expect({
    missing: needed.filter((line) => !written.includes(line)),
    surplus: written.filter((line) => !needed.includes(line)),
  }).toEqual({ missing: [], surplus: [] });
  expect(written).toEqual(needed);
});

it('every statement that a program can run is permitted to its role', async () => {
  const refused: string[] = [];
  for (const [role, statements] of reachable) {
    const connection = new pg.Client({ connectionString: database.roleUrls[role] });
    await connection.connect();
    for (const { path, name, text } of statements) {
      const refusal = await explain(connection, text);
      if (refusal !== null) refused.push(`${role} ${path} ${name}: ${refusal}`);
    }
    await connection.end();
  }
  expect(refused).toEqual([]);
});

it('without any one of its rights, some statement of the role is refused', async () => {
  const { rows } = await client.query<ColumnRight>(COLUMN_RIGHTS, [ROLES]);
  const rights = [...rows, ...(await client.query<ColumnRight>(TABLE_RIGHTS, [ROLES])).rows];
  expect(rights.length).toBeGreaterThan(500);
  const needs = await readNeeds();
  const surplus: string[] = [];
  for (const right of rights) {
    if (!(await isNeeded(right, needs))) surplus.push(JSON.stringify(right));
  }
  expect(surplus).toEqual([]);
});

it('every statement is reachable by some program', async () => {
  const used = new Set([...reachable.values()].flat().map(({ path, name }) => `${path} ${name}`));
  const unused = (await findStatements()).map(({ path, name }) => `${path} ${name}`);
  expect(unused.filter((name) => !used.has(name))).toEqual([]);
});

interface ColumnRight {
  readonly role: Role;
  readonly table: string;
  readonly privilege: string;
  /** Null for a right on the whole table. */
  readonly column: string | null;
}

const COLUMN_RIGHTS = `
  select r.rolname as role, n.nspname || '.' || c.relname as table, lower(x.privilege_type) as privilege,
    a.attname as column
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace,
    aclexplode(a.attacl) x join pg_roles r on r.oid = x.grantee
  where r.rolname = any($1) order by 1, 2, 3, 4`;

const TABLE_RIGHTS = `
  select r.rolname as role, n.nspname || '.' || c.relname as table, lower(x.privilege_type) as privilege, null as column
  from pg_class c join pg_namespace n on n.oid = c.relnamespace,
    aclexplode(c.relacl) x join pg_roles r on r.oid = x.grantee
  where r.rolname = any($1) and c.relkind = 'r' order by 1, 2, 3`;

/** The texts of statements, by the role that runs them, the table, the privilege and the column or `any`. */
async function readNeeds(): Promise<ReadonlyMap<string, readonly string[]>> {
  const needs = new Map<string, string[]>();
  for (const [role, statements] of reachable) {
    for (const { text } of statements) {
      const { tables } = await reader.readRights(text);
      for (const { table, privilege, columns } of tables) {
        for (const column of Array.isArray(columns) ? columns : [columns]) {
          const key = `${role} ${table} ${privilege} ${column}`;
          needs.set(key, [...(needs.get(key) ?? []), text]);
        }
      }
    }
  }
  return needs;
}

/** Whether a statement is refused when the right is taken away for a moment. */
async function isNeeded(
  { role, table, privilege, column }: ColumnRight,
  needs: ReadonlyMap<string, readonly string[]>,
): Promise<boolean> {
  const what = column === null ? privilege : `${privilege} ("${column}")`;
  await client.query(`begin; revoke ${what} on ${table} from ${role}; set local role ${role}`);
  try {
    const texts = [column ?? 'whole table', 'any'].flatMap(
      (name) => needs.get(`${role} ${table} ${privilege} ${name}`) ?? [],
    );
    for (const text of texts) {
      await client.query('savepoint before');
      if ((await explain(client, text))?.startsWith('permission denied')) return true;
      await client.query('rollback to before');
    }
    return false;
  } finally {
    await client.query('rollback');
  }
}

/** Plans a statement and checks its permissions; nothing is run. @returns why it is refused, or null */
async function explain(connection: pg.Client, text: string): Promise<string | null> {
  try {
    await connection.query(`explain (generic_plan) ${text}`);
    return null;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}
