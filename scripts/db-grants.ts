import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startDatabase } from '#sandbox/database/start-database';
import { findFreePorts } from '#sandbox/processes/find-free-ports';
import { GRANTS_FILE } from '../apps/api/src/adapters/postgres/connection/grant-rights.ts';
import { migrateDatabase } from '../apps/api/src/adapters/postgres/connection/migrate.ts';
import { computeGrants, writeGrants } from './grants/write-grants.ts';

// Writes which rights each role needs into grants.sql, in an empty database of its own: `npm run db:grants`.
const dataDir = await mkdtemp(join(tmpdir(), 'kax-grants-'));
await chmod(dataDir, 0o755);
const database = await startDatabase({ dataDir, port: await findFreePorts(1) });
try {
  await migrateDatabase(database.url);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await writeFile(GRANTS_FILE, writeGrants(await computeGrants(client)));
  } finally {
    await client.end();
  }
} finally {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
