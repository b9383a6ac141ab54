import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../test-database.test-setup.ts';
import { createDatabase } from './connect.ts';
import { CommitsAtRisk, readCommitSettings, requireDurableCommits } from './durability.ts';

let url: string;
let pool: pg.Pool;

beforeAll(async () => {
  url = await createTestDatabase();
  pool = createDatabase(url).pool;
});

afterAll(async () => {
  await pool?.end();
});

it('reads the settings and the standbys with the rights of the product’s own role', async () => {
  expect(await readCommitSettings(pool)).toEqual({
    // The tests' own server: no test ends the machine.
    fsync: 'off',
    synchronousCommit: 'on',
    synchronousStandbyNames: '',
    standbys: 0,
    role: 'kax',
  });
});

it('sees what only the connections of this database are set to', async () => {
  const name = new URL(url).pathname.slice(1);
  await pool.query(`alter database ${name} set synchronous_commit to off`);
  const fresh = createDatabase(url).pool;
  try {
    expect(await readCommitSettings(fresh)).toMatchObject({ synchronousCommit: 'off' });
    const checked = requireDurableCommits({ pool: fresh }, { allowsAsyncStandby: true });
    await expect(checked).rejects.toThrow(CommitsAtRisk);
  } finally {
    await fresh.end();
  }
});
