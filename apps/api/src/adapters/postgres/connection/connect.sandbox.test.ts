import { expect, test } from 'vitest';
import { createTestDatabase } from '../test-database.test-setup.ts';
import { createDatabase } from './connect.ts';

test('a transaction whose process stands still ends after 15 seconds, and so do its locks', async () => {
  const database = createDatabase(await createTestDatabase());
  const { rows } = await database.pool.query('show idle_in_transaction_session_timeout');
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '15s' }]);
  await database.close();
});
