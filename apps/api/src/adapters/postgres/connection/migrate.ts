import pg from 'pg';
import { grantRights, requireRoles } from './grant-rights.ts';
import { migrationsFolder, readNewestMigration } from './newest-migration.ts';

/** Any number, the same in every process that migrates. */
const LOCK = 7_600_001;

/**
 * Brings the schema up to date. Those that start together wait for one another.
 * Rejects when a migration fails; the schema is then as it was.
 */
export function migrateDatabase(url: string): Promise<void> {
  return underLock(url, migrate);
}

/**
 * The same, and gives each role exactly the rights of `grants.sql`. Rejects with `RolesMissing` before it changes
 * anything, and when something fails: rights are then as they were. Processes may be running.
 * @param url of the role that owns the schema
 */
export function migrateAndGrant(url: string): Promise<void> {
  return underLock(url, async (connection) => {
    await requireRoles(connection);
    await migrate(connection);
    await grantRights(connection);
  });
}

async function underLock(
  url: string,
  work: (connection: pg.Client) => Promise<void>,
): Promise<void> {
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  try {
    await connection.query('select pg_advisory_lock($1)', [LOCK]);
    await work(connection);
  } finally {
    await connection.end();
  }
}

async function migrate(connection: pg.Client): Promise<void> {
  if (!(await isUpToDate(connection))) await applyMigrations(connection);
}

/** Compares as Drizzle does: by the time of the newest migration that was applied. */
async function isUpToDate(connection: pg.Client): Promise<boolean> {
  const newest = await readNewestMigration();
  const { rows: tables } = await connection.query<{ exists: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  );
  if (tables[0]?.exists !== true) return false;
  const { rows: applied } = await connection.query<{ is_newest: boolean }>(
    'select coalesce(max(created_at) >= $1, false) as is_newest from drizzle.__drizzle_migrations',
    [newest],
  );
  return applied[0]?.is_newest === true;
}

/** Drizzle is loaded only for this: loading it takes as long as loading all the rest of a process. */
async function applyMigrations(connection: pg.Client): Promise<void> {
  const [{ drizzle }, { migrate: apply }] = await Promise.all([
    import('drizzle-orm/node-postgres'),
    import('drizzle-orm/node-postgres/migrator'),
  ]);
  await apply(drizzle(connection), { migrationsFolder });
}
