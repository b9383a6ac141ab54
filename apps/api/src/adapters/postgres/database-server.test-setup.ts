import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startDatabase } from '#sandbox/database/start-database';
import { findFreePort } from '#testing/free-port';
import { migrateDatabase } from './connection/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection string of the database with all tables that those of the tests are copies of. */
    readonly templateDatabaseUrl: string;
  }
}

/** Starts one PostgreSQL for all files of the project; each test file takes a database of its own from it. */
export default async function startDatabaseServer(
  project: TestProject,
): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kax-test-database-'));
  const server = await startDatabase({
    dataDir,
    port: await findFreePort(),
    // No test ends the machine; a killed PostgreSQL loses nothing by it.
    settings: { fsync: 'off' },
  });
  await migrateDatabase(server.url);
  project.provide('templateDatabaseUrl', server.url);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
