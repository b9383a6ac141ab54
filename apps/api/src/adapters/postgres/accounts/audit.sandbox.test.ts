import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AuditKey } from '../../../ports/audit.ts';
import { createDatabase, type Database } from '../connection/connect.ts';
import { createTestDatabase } from '../test-database.test-setup.ts';
import { createPostgresAudit } from './audit.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

const ROWS = 10;
const at = new Date('2026-11-21T08:00:00.123Z');
const key: AuditKey = {
  id: 'test',
  authenticate: (purpose, fields) =>
    createHmac('sha256', 'secret')
      .update(JSON.stringify([purpose, fields]))
      .digest(),
};
let database: Database;
let audit: ReturnType<typeof createPostgresAudit>;

beforeAll(async () => {
  database = createDatabase(await createTestDatabase());
  audit = createPostgresAudit(database, key);
});
afterAll(async () => {
  await database?.close();
});
beforeEach(async () => {
  await database.pool.query('truncate audit_events restart identity');
});

it('is intact after concurrent writes, in which no two rows follow the same one', async () => {
  await fill();
  const { rows } = await database.pool.query(
    'select hash from audit_events order by id desc limit 1',
  );
  expect(await verifyAuditLog(database, key)).toEqual({
    ...{ count: ROWS, keyedCount: ROWS, lastId: 10n, lastHash: rows[0].hash },
    ...{ problems: [], heads: [], hasHash: true },
  });
});

it('is intact when it is empty', async () => {
  const report = await verifyAuditLog(database, key);
  expect(report).toMatchObject({ count: 0, lastHash: null, problems: [] });
});

it('tells a number, a text and nothing apart: no two rows have the same hash', async () => {
  const events = [
    { at, event: 'login', ip: 'null' },
    { at, event: 'login', ip: '' },
    { at, event: 'login', ip: '","' },
  ] as const;
  for (const event of events) await audit.append(event);
  const { rows } = await database.pool.query('select distinct hash from audit_events');
  expect(rows).toHaveLength(events.length);
  expect((await verifyAuditLog(database, key)).problems).toEqual([]);
});

it('counts only what is newer than an end that was read before', async () => {
  expect(await audit.readEnd(null)).toEqual({ lastId: 0n, count: 0, hash: null, hasSince: true });
  await fill();
  const first = await audit.readEnd(null);
  expect(first).toMatchObject({ lastId: 10n, count: ROWS, hasSince: true });
  await fill();
  expect(await audit.readEnd(first)).toMatchObject({ lastId: 20n, count: 20, hasSince: true });
  expect(await audit.readEnd({ ...first, count: 1_000 })).toMatchObject({ count: 1_010 });
});

it.each([
  ['cut off at the end', 'delete from audit_events where id > 7', 7],
  ['emptied', 'truncate audit_events', 0],
  ['changed at its end', "update audit_events set hash = '\\x00' where id = 10", 10],
])('notices that the log was %s since it was read', async (_name, attack, count) => {
  await fill();
  const before = await audit.readEnd(null);
  await database.pool.query(attack);
  expect(await audit.readEnd(before)).toMatchObject({ count, hasSince: false });
});

/** Concurrent writers must not fork the chain. */
async function fill(): Promise<void> {
  await Promise.all(
    Array.from({ length: ROWS }, () => audit.append({ at, event: 'login', ip: '8.8.8.8' })),
  );
}
