import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningDatabase, startDatabase } from '#sandbox/database/start-database';
import { findFreePort } from '#testing/free-port';
import { migrateDatabase } from './connection/migrate.ts';
import { type DeclaredRow, misdeclared, readDeclaredRows } from './statement-rows.test-setup.ts';
import { describeStatement, type FoundStatement, findStatements } from './statements.test-setup.ts';

let dataDir: string;
let database: RunningDatabase;
let client: pg.Client;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kax-statements-'));
  await chmod(dataDir, 0o755);
  database = await startDatabase({ dataDir, port: await findFreePort() });
  await migrateDatabase(database.url);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterAll(async () => {
  await client?.end();
  await database?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

it('prepares every statement of the adapter against the migrated schema', async () => {
  const statements = await findStatements();
  expect(statements.length).toBeGreaterThan(100);
  const declaredRowOf = readDeclaredRows(statements);
  const failures: string[] = [];
  for (const statement of statements) {
    for (const failure of await failuresOf(statement, declaredRowOf(statement))) {
      failures.push(`${statement.path} ${statement.name}: ${failure}`);
    }
  }
  expect(failures).toEqual([]);
});

async function failuresOf(
  { text }: FoundStatement,
  declaredRow: DeclaredRow,
): Promise<readonly string[]> {
  try {
    return misdeclared(declaredRow, await describeStatement(client, text));
  } catch (cause) {
    return [cause instanceof Error ? cause.message : String(cause)];
  }
}
