import { readNewestMigration } from '../connection/newest-migration.ts';
import { readFirst, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import type { Role } from './roles.ts';

interface SchemaRow {
  readonly newest: string | null;
  readonly role: string;
  /** Roles whose rights this one has too; for a superuser, all. */
  readonly memberships: readonly string[];
}

/** These only see what the server does: `requireDurableCommits` may need the first. */
const HARMLESS = ['pg_read_all_stats', 'pg_read_all_settings', 'pg_stat_scan_tables', 'pg_monitor'];

/** Values: $1 roles that do not count. */
export const SCHEMA = statement<SchemaRow>(`
  select (select max(created_at) from drizzle.__drizzle_migrations) as newest, current_user::text as role,
    array(
      select r.rolname::text from pg_roles r
      where r.rolname <> current_user and r.rolname <> all($1) and pg_has_role(current_user, r.oid, 'member')
      order by 1
    ) as memberships`);

/**
 * Throws `DatabaseNotReady` when the schema is not the one of this version, or was never migrated; and, in production,
 * when the connection's role is not `role`, or has the rights of others too.
 */
export async function requireRole(
  { pool }: { readonly pool: Queryable },
  role: Role,
  { mode }: { readonly mode: 'production' | 'sandbox' },
): Promise<void> {
  const schema = await readSchema(pool);
  const problem =
    problemOfSchema(schema.newest, await readNewestMigration()) ??
    (mode === 'production' ? problemOfRole(schema, role) : null);
  if (problem !== null) throw new DatabaseNotReady(problem);
}

const MIGRATE = 'run `node scripts/run.mjs migrate`.';
/** PostgreSQL's codes for a schema or a table that does not exist, and for one that the role may not read. */
const MISSING = ['3F000', '42P01'];
const FORBIDDEN = '42501';

async function readSchema(pool: Queryable): Promise<SchemaRow> {
  try {
    const row = await readFirst(pool, SCHEMA, [HARMLESS]);
    if (row === null) throw new Error('A statement for one row returned none.');
    return row;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    if (MISSING.includes(String(code))) {
      throw new DatabaseNotReady(`The database has no schema yet: ${MIGRATE}`, cause);
    }
    if (code === FORBIDDEN) {
      throw new DatabaseNotReady(
        `The database role of this process has no rights yet: ${MIGRATE}`,
        cause,
      );
    }
    throw cause;
  }
}

function problemOfSchema(applied: string | null, newest: number): string | null {
  const at = Number(applied ?? 0);
  if (at < newest) return `The database's schema is older than this version: ${MIGRATE}`;
  if (at > newest) return "The database's schema is newer than this version. Start the newer one.";
  return null;
}

/** @returns why a role is not the one of a process, or is more; null when nothing is wrong */
function problemOfRole({ role, memberships }: SchemaRow, expected: Role): string | null {
  if (role !== expected) {
    return `This process connects to the database as ${role}, and KAX_MODE is production. Its role is ${expected}.`;
  }
  if (memberships.length === 0) return null;
  return `The database role ${role} is a superuser or has the rights of other roles (${memberships.join(', ')}), and KAX_MODE is production.`;
}

/** The database is not as this process needs it. */
export class DatabaseNotReady extends Error {
  constructor(problem: string, cause?: unknown) {
    super(problem, { cause });
    this.name = 'DatabaseNotReady';
  }
}
