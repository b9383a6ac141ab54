import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../test-database.test-setup.ts';
import { createDatabase, type Database } from './connect.ts';
import { Abandoned, inTransaction } from './transaction.ts';

const LOCK = 'select pg_try_advisory_lock(7) as taken';
let database: Database;
beforeAll(async () => {
  database = createDatabase(await createTestDatabase());
});
afterAll(() => database?.close());

/** @returns the server's process of the connection that gave up */
async function giveUp(cause: Error): Promise<number> {
  let pid = 0;
  const work = async (connection: pg.PoolClient) => {
    const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
    pid = rows[0]?.pid ?? 0;
    await connection.query('select pg_advisory_xact_lock(7)');
    throw cause;
  };
  await expect(inTransaction(database.pool, work)).rejects.toBe(cause);
  return pid;
}

test('work that is abandoned is rolled back when it rejects, and its connection serves others', async () => {
  for (let time = 0; time < 20; time += 1) {
    const pid = await giveUp(new Abandoned());
    const { rows } = await database.pool.query(`${LOCK}, pg_backend_pid() as pid`);
    expect(rows).toEqual([{ taken: true, pid }]);
    await database.pool.query('select pg_advisory_unlock(7)');
  }
});

test('the connection of any other error is closed', async () => {
  const pid = await giveUp(new Error('Broken.'));
  const { rows } = await database.pool.query('select pg_backend_pid() as pid');
  expect(rows).not.toEqual([{ pid }]);
  await expect.poll(async () => (await database.pool.query(LOCK)).rows).toEqual([{ taken: true }]);
});
