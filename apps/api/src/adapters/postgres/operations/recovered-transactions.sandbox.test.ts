import type pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { describeRecovered } from '../../../simulator/recovered-transactions-contract.ts';
import { addUsers, exportKeys } from '../accounts/users.test-setup.ts';
import { createDatabase } from '../connection/connect.ts';
import { createTestDatabase } from '../test-database.test-setup.ts';
import { SERVER } from './account-records.ts';
import { createPostgresOperations } from './operations.ts';

/** Alice. */
const USERS = [0xa11ce];

let pool: pg.Pool;

beforeAll(async () => {
  pool = createDatabase(await createTestDatabase()).pool;
});

afterAll(async () => {
  await pool?.end();
});

/** A server that the history does not name has become the database. */
describeRecovered('recovered transactions in PostgreSQL', async () => {
  await pool.query(
    'truncate operations, operation_transactions, chain_accounts, recovered_transactions, audit_events cascade',
  );
  await pool.query('delete from database_history');
  await pool.query(`insert into database_history select s.*, to_timestamp(0) from (${SERVER}) s`);
  await addUsers(pool, USERS);
  return {
    operations: createPostgresOperations({ pool }),
    async failOver() {
      await pool.query('delete from database_history');
    },
    async passMs(ms) {
      await pool.query("update database_history set seen_at = seen_at - $1 * interval '1 ms'", [
        ms,
      ]);
    },
    exportKeys: (userId) => exportKeys(pool, userId),
  };
});
