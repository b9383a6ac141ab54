import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

/** Any number, the same in every process that migrates. */
const LOCK = 7_600_001;

/**
 * Brings the schema up to date. Processes that start together wait for one another.
 * Rejects when a migration fails; the schema is then as it was.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  try {
    await connection.query('select pg_advisory_lock($1)', [LOCK]);
    await migrate(drizzle(connection), {
      migrationsFolder: join(import.meta.dirname, '../migrations'),
    });
  } finally {
    await connection.end();
  }
}
