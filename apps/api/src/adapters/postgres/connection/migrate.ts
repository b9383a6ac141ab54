import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Any number, the same in every process that migrates. */
const LOCK = 7_600_001;
const migrationsFolder = join(import.meta.dirname, '../migrations');

/**
 * Brings the schema up to date. Processes that start together wait for one another.
 * Rejects when a migration fails; the schema is then as it was.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  try {
    await connection.query('select pg_advisory_lock($1)', [LOCK]);
    if (!(await isUpToDate(connection))) await applyMigrations(connection);
  } finally {
    await connection.end();
  }
}

/** Compares as Drizzle does: by the time of the newest migration that was applied. */
async function isUpToDate(connection: pg.Client): Promise<boolean> {
  const newest = await newestMigration();
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

/** @returns when the newest migration was written, in milliseconds */
async function newestMigration(): Promise<number> {
  const journal = JSON.parse(
    await readFile(join(migrationsFolder, 'meta/_journal.json'), 'utf8'),
  ) as { readonly entries: readonly { readonly when: number }[] };
  return Math.max(...journal.entries.map(({ when }) => when));
}

/** Drizzle is loaded only for this: loading it takes as long as loading all the rest of a process. */
async function applyMigrations(connection: pg.Client): Promise<void> {
  const [{ drizzle }, { migrate }] = await Promise.all([
    import('drizzle-orm/node-postgres'),
    import('drizzle-orm/node-postgres/migrator'),
  ]);
  await migrate(drizzle(connection), { migrationsFolder });
}
