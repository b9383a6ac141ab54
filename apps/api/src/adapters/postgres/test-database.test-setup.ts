import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type {} from './database-server.test-setup.ts';

/** @returns the connection string of a database that no one else uses, with all tables and nothing in them */
export async function createTestDatabase(): Promise<string> {
  const url = new URL(inject('templateDatabaseUrl'));
  const template = url.pathname.slice(1);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // No one may be connected to a database while it is copied.
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(`create database ${name} template ${template}`);
  } finally {
    await client.end();
  }
  url.pathname = `/${name}`;
  return url.href;
}
