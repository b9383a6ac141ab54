import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createShieldedSeals } from '../adapters/key-vault/shielded-seals.ts';
import { createPostgresSenderNames } from '../adapters/postgres/accounts/sender-names.ts';
import { addUsers } from '../adapters/postgres/accounts/users.test-setup.ts';
import { createDatabase } from '../adapters/postgres/connection/connect.ts';
import { createPostgresPrivateTransactions } from '../adapters/postgres/shielded/private-transactions.test-setup.ts';
import { createTestDatabase } from '../adapters/postgres/test-database.test-setup.ts';
import {
  type PrivateTransactionJob,
  privateTransactionRequestLine,
} from '../ports/private-transactions.ts';
import { LEASE_MS, msAfter, requestOf, userOf } from '../simulator/private-transaction-steps.ts';

const seals = createShieldedSeals(randomBytes(32));
let pool: pg.Pool;

beforeAll(async () => {
  pool = createDatabase(await createTestDatabase()).pool;
});
beforeEach(async () => {
  await pool.query('truncate operations, users cascade');
});
afterAll(() => pool?.end());

/** Stores a payment as the API does, lets a hostile writer change its row, and claims it as the prover does. */
async function claimAfter(sql: string): Promise<PrivateTransactionJob> {
  await addUsers(pool, [Number.parseInt(userOf(2).slice(-12), 16)]);
  const queue = createPostgresPrivateTransactions({ pool });
  const request = requestOf(2, 'unshield');
  const line = privateTransactionRequestLine({
    ...{ operationId: request.details.id, userId: userOf(2), terms: request.terms },
  });
  const stored = await queue.store({ ...request, signature: seals.sign('spend', line) });
  expect(stored.kind).toBe('stored');
  await pool.query(sql);
  const job = await queue.claimNext({ now: msAfter(10_000), leaseMs: LEASE_MS });
  if (job === null) throw new Error('Nothing was stored.');
  return job;
}

const isOrdered = (job: PrivateTransactionJob) =>
  seals.isSigned('spend', privateTransactionRequestLine(job), job.signature);

it('a payment that no one changed is one that its user ordered', async () => {
  const job = await claimAfter('select 1');
  expect(job.terms).toMatchObject({ sealedMessage: Buffer.from([2, 0, 255]), showsSender: false });
  expect(isOrdered(job)).toBe(true);
});

it.each([
  ['reveals the sender', 'shows_sender = true'],
  ['takes the message away', 'sealed_message = null'],
  ['puts another message in its place', "sealed_message = '\\x0203'"],
  ['puts another plan beside it', "sealed_plan = '\\x0203'"],
])('whoever %s makes it a payment that no one ordered', async (_what, change) => {
  expect(isOrdered(await claimAfter(`update private_transactions set ${change}`))).toBe(false);
});

it('a name is shown for the address only that the signature of its account covers', async () => {
  const numbers = [1, 2].map((n) => Number.parseInt(userOf(n).slice(-12), 16));
  await addUsers(pool, numbers);
  await pool.query(
    `insert into wallets (id, user_id, name, public_address, private_address, created_at)
     select id, id, 'Wallet', '0x' || id, '0zk' || id, now() from users`,
  );
  await pool.query("update users set name = 'Alice', signature = '\\x01'");
  const addresses = [1, 2].map((n) => `0zk${userOf(n)}`);
  const [alice = '', mallory = ''] = addresses;
  const signed = new Set([alice]);
  const names = createPostgresSenderNames(
    { pool },
    { isSigned: ({ wallet }) => signed.has(wallet.privateAddress) },
  );
  expect(await names.namesOf([...addresses, '0zkstranger'])).toEqual(new Map([[alice, 'Alice']]));
  await pool.query('update users set signature = null');
  expect(await names.namesOf([alice, mallory])).toEqual(new Map());
});
