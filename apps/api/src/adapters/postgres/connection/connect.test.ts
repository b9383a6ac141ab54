import { expect, it } from 'vitest';
import { findFreePort } from '#testing/free-port';
import { createDatabase } from './connect.ts';

it('reports that the database does not respond, and why, instead of failing', async () => {
  const causes: Error[] = [];
  const database = createDatabase(`postgres://127.0.0.1:${await findFreePort()}/kax`, (cause) =>
    causes.push(cause),
  );
  expect(await database.isAnswering()).toBe(false);
  expect(causes).toMatchObject([{ code: 'ECONNREFUSED' }]);
  await database.close();
});
