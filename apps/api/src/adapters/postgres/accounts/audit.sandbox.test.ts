import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createDatabase, type Database } from '../connection/connect.ts';
import { createTestDatabase } from '../test-database.test-setup.ts';
import { createPostgresAudit, verifyAuditChain } from './audit.ts';

const ROWS = 20;
let database: Database;

beforeAll(async () => {
  database = createDatabase(await createTestDatabase());
});
afterAll(async () => {
  await database?.close();
});
beforeEach(async () => {
  await database.pool.query('truncate audit_events restart identity');
  const audit = createPostgresAudit(database);
  const at = new Date('2026-11-21T08:00:00.123Z');
  const userId = '6f1c1d4e-0000-4000-8000-000000000001';
  // Concurrent writers must not fork the chain.
  await Promise.all(
    Array.from({ length: ROWS }, () => audit.append({ at, event: 'login', ip: '8.8.8.8', userId })),
  );
});

it('finds the log intact after concurrent writes', async () => {
  const { rows } = await database.pool.query(
    'select hash from audit_events order by id desc limit 1',
  );
  expect(await verifyAuditChain(database)).toEqual({
    ok: true,
    count: ROWS,
    lastHash: rows[0].hash.toString('hex'),
    hasEarlier: true,
  });
});

it('finds an empty log intact', async () => {
  await database.pool.query('truncate audit_events');
  expect(await verifyAuditChain(database)).toEqual({
    ok: true,
    count: 0,
    lastHash: null,
    hasEarlier: true,
  });
});

it.each([
  ['an address that was changed', "update audit_events set ip = '8.8.8.9' where id = 7", 7n],
  ['an event that was changed', "update audit_events set event = 'logout' where id = 20", 20n],
  [
    'a time moved by a millisecond',
    "update audit_events set at = at + interval '1 ms' where id = 3",
    3n,
  ],
  ['a user removed from it', 'update audit_events set user_id = null where id = 1', 1n],
  ['one byte of a hash', 'update audit_events set hash = set_byte(hash, 5, 0) where id = 9', 9n],
  ['a row that was deleted', 'delete from audit_events where id = 11', 12n],
  ['the oldest row deleted', 'delete from audit_events where id = 1', 2n],
  [
    'a row that was inserted',
    "insert into audit_events (at, ip, event, hash) values (now(), '1.1.1.1', 'login', '\\x00')",
    21n,
  ],
])('finds %s', async (_name, statement, brokenId) => {
  const changed = await database.pool.query(statement);
  expect(changed.rowCount).toBe(1);
  expect(await verifyAuditChain(database)).toEqual({ ok: false, brokenId });
});

it('needs the hash of an earlier run to see that the newest rows are gone', async () => {
  const before = await verifyAuditChain(database);
  const lastHash = before.ok ? (before.lastHash ?? '') : '';
  expect(await verifyAuditChain(database, lastHash)).toMatchObject({ hasEarlier: true });
  await database.pool.query('delete from audit_events where id > 15');
  expect(await verifyAuditChain(database)).toMatchObject({ ok: true, count: 15 });
  expect(await verifyAuditChain(database, lastHash)).toMatchObject({ hasEarlier: false });
});
