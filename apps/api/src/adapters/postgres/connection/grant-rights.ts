import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { ROLES } from '../roles/roles.ts';

/** Written by `npm run db:grants`. */
export const GRANTS_FILE = join(import.meta.dirname, '../roles/grants.sql');

/** Throws `RolesMissing` unless every role exists. */
export async function requireRoles(connection: pg.Client): Promise<void> {
  const { rows } = await connection.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = any($1)',
    [ROLES],
  );
  const found = new Set(rows.map(({ name }) => name));
  const missing = ROLES.filter((role) => !found.has(role));
  if (missing.length > 0) throw new RolesMissing(missing);
}

/**
 * Takes every right on the database and its schemas away from the roles and gives them those of the file, in one
 * transaction: a process that is running notices nothing of it.
 */
export async function grantRights(connection: pg.Client): Promise<void> {
  const grants = await readFile(GRANTS_FILE, 'utf8');
  await connection.query('begin');
  try {
    await connection.query(await revocations(connection));
    await connection.query(grants);
    await connection.query('commit');
  } catch (cause) {
    await connection.query('rollback');
    throw cause;
  }
}

/** What everyone has by default goes too: to create tables in `public`, temporary ones, and to connect at all. */
async function revocations(connection: pg.Client): Promise<string> {
  const { rows } = await connection.query<{ database: string }>(
    "select format('%I', current_database()) as database",
  );
  const database = rows[0]?.database;
  if (database === undefined) throw new Error('A statement for one row returned none.');
  const roles = ROLES.join(', ');
  return `
    revoke all on database ${database} from public, ${roles};
    grant connect on database ${database} to ${roles};
    revoke create on schema public from public;
    revoke all on schema public, drizzle from ${roles};
    revoke all on all tables in schema public, drizzle from public, ${roles};
    revoke all on all sequences in schema public, drizzle from public, ${roles};
    revoke all on all routines in schema public, drizzle from ${roles};`;
}

/** The roles of the processes have to be made by a role that may. */
export class RolesMissing extends Error {
  constructor(missing: readonly string[]) {
    const statements = missing.map((role) => `  create role ${role} login password '…';`);
    super(
      `The database has no role ${missing.join(', ')}. Create them, each with a password of its own:\n${statements.join('\n')}`,
    );
    this.name = 'RolesMissing';
  }
}
