import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ALICE, BOB } from '#testing/network';
import { buildDetails, START, uuidOf } from '#testing/operation';
import type { SigningPlan } from '../../../ports/signing-plans.ts';
import { createOwnSeals } from '../../key-vault/own-seals.ts';
import { addUsers, removeUser } from '../accounts/users.test-setup.ts';
import { createDatabase } from '../connection/connect.ts';
import { createTestDatabase } from '../test-database.test-setup.ts';
import { createPostgresSigningPlans } from './signing-plans.ts';

const LATER = new Date(START.getTime() + 120_000);
const alice = { userId: uuidOf(0xa11ce), seals: createOwnSeals(randomBytes(32), 'plans') };
const bob = { userId: uuidOf(0xb0b), seals: createOwnSeals(randomBytes(32), 'plans') };

let pool: pg.Pool;
const unsealed: unknown[] = [];

beforeAll(async () => {
  pool = createDatabase(await createTestDatabase()).pool;
});
afterAll(async () => {
  await pool?.end();
});
beforeEach(async () => {
  unsealed.length = 0;
  await pool.query('truncate signing_plans, chain_accounts cascade');
  await addUsers(pool, [0xa11ce, 0xb0b]);
});

const plans = () =>
  createPostgresSigningPlans({ pool }, { report: (row) => void unsealed.push(row) });

function planOf(n: number, userId = alice.userId): SigningPlan {
  const call = { to: BOB, value: 12_345_678_901_234n, data: '0x', gas: 21_000n } as const;
  return {
    id: uuidOf(1_000 + n),
    details: buildDetails({ id: uuidOf(n), userId, account: ALICE, createdAt: START }),
    calls: {
      ...{ approval: null, call, rungs: 3 },
      fees: { maxFeePerGas: 2n, maxPriorityFeePerGas: 1n, feeCap: 10n ** 18n },
    },
    nonces: { nonce: n, approvalNonce: null, resetNonce: null },
    request: { call: 'send-tokens', body: { ownNote: 'Rent for May' }, idempotencyKey: 'k' },
    admittedAt: null,
    expiresAt: LATER,
  };
}

it('a copy of the database shows whose plans there are and until when, and nothing in them', async () => {
  await plans().store(alice, planOf(1));
  const { rows } = await pool.query('select * from signing_plans');
  const text = JSON.stringify(
    rows.map((row) => ({ ...row, content: row.content.toString('hex') })),
  );
  for (const secret of [
    'Rent for May',
    'send-tokens',
    BOB.slice(2).toLowerCase(),
    '12345678901234',
  ]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret).toString('hex'));
  }
});

it.each([
  ['its ID', `id = '${uuidOf(7)}'`],
  ['its user', `user_id = '${bob.userId}'`],
  ['its operation', `operation_id = '${uuidOf(7)}'`],
  ['its network', 'chain_id = 1'],
  ['its account', `account = '${BOB}'`],
  ['a later end', "expires_at = expires_at + interval '1 hour'"],
  ['other content', 'content = set_byte(content, 40, get_byte(content, 40) # 1)'],
])('one whose row was given %s counts as none', async (_what, change) => {
  await plans().store(alice, planOf(1));
  expect(await plans().list(alice)).toHaveLength(1);
  await pool.query(`update signing_plans set ${change}`);
  for (const owner of [alice, bob]) {
    expect(await plans().list(owner)).toEqual([]);
    expect(await plans().find(owner, uuidOf(1))).toBeNull();
    expect(await plans().find(owner, uuidOf(7))).toBeNull();
  }
  expect(unsealed).not.toHaveLength(0);
});

it('one with the content of another of the same user counts as none', async () => {
  await plans().store(alice, planOf(1));
  await plans().store(alice, planOf(2));
  await pool.query(
    `update signing_plans p set content = o.content from signing_plans o where o.id <> p.id`,
  );
  expect(await plans().list(alice)).toEqual([]);
  expect(unsealed).toHaveLength(2);
});

it('they go with their user', async () => {
  await plans().store(alice, planOf(1));
  await removeUser(pool, alice.userId);
  const { rows } = await pool.query('select 1 from signing_plans');
  expect(rows).toEqual([]);
});
