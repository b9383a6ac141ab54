import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { START, uuidOf } from '#testing/operation';
import {
  createPrivateTransactionSteps,
  msAfter,
  type PrivateTransactionSteps,
  proofOf,
  userOf,
} from '../../../simulator/private-transaction-steps.ts';
import { describePrivateTransactions } from '../../../simulator/private-transactions-contract.ts';
import { createPostgresProtections } from '../accounts/protections.ts';
import { addUsers, removeUser } from '../accounts/users.test-setup.ts';
import { createDatabase } from '../connection/connect.ts';
import { addClaim, endOf } from '../operations/claim-ends.test-setup.ts';
import { OPERATION_CHANGES_CHANNEL } from '../operations/operation-record.ts';
import { createPostgresOperations } from '../operations/operations.ts';
import { addPaymentRequest } from '../operations/payment-requests.test-setup.ts';
import {
  createPostgresPlanSweep,
  createPostgresSigningPlans,
} from '../operations/signing-plans.ts';
import { createTestDatabase } from '../test-database.test-setup.ts';
import { createPostgresAccountFreezes } from './account-freezes.ts';
import { LOCK_WALLET } from './consolidation-store.ts';
import { PROVED_TRANSACTIONS_CHANNEL } from './private-transaction-proved.ts';
import { PRIVATE_TRANSACTIONS_CHANNEL } from './private-transaction-store.ts';
import { createPostgresPrivateTransactions, TRUST } from './private-transactions.test-setup.ts';

let pool: pg.Pool;

beforeAll(async () => {
  pool = createDatabase(await createTestDatabase()).pool;
  pool.on('connect', countStatements);
});

afterAll(async () => {
  await pool?.end();
});

describePrivateTransactions('private operations in PostgreSQL', async () => {
  await empty();
  return {
    ...open(),
    signingPlans: {
      ...createPostgresSigningPlans({ pool }, { report: failOnReport }),
      ...createPostgresPlanSweep({ pool }),
    },
    notices,
    freezes: createPostgresAccountFreezes({ pool }, TRUST),
    unfreeze: async (userId) => {
      await createPostgresProtections({ pool }, TRUST).change(userId, (protection) => ({
        ...protection,
        frozenAt: null,
      }));
    },
    removeUser: (userId) => removeUser(pool, userId),
    addPaymentRequest: (tag, dates) => addPaymentRequest(pool, userOf(299), { tag, ...dates }),
    addClaim: (id) => addClaim(pool, userOf(299), id),
    endOf: (id) => endOf(pool, id),
    failOver: async () => void (await pool.query('update database_history set seen_at = now()')),
  };
});

describe('in PostgreSQL alone', () => {
  let steps: PrivateTransactionSteps;
  beforeEach(async () => {
    await empty();
    const { privateTransactions, operations } = open();
    steps = createPrivateTransactionSteps(privateTransactions, operations);
  });

  test('a proof whose notes are taken leaves nothing behind', async () => {
    await steps.prove(1);
    await steps.store(2);
    expect(await steps.saveNext(1)).toBe('notes-taken');
    const { rows } = await pool.query<{ call_data: string | null }>(
      'select call_data from private_transactions where operation_id = $1',
      [uuidOf(2)],
    );
    expect(rows).toEqual([{ call_data: null }]);
  });

  test('every change of status is notified once, with the status that was saved', async () => {
    const { privateTransactions } = open();
    const received = await listen(async () => {
      await steps.store(1);
      const job = await steps.claimed();
      await privateTransactions.saveProgress(job, { share: 0.5, now: START, leaseMs: 1 });
      await privateTransactions.lock(job);
      await privateTransactions.lock(job);
      await privateTransactions.unlock(userOf(1));
      await privateTransactions.unlock(userOf(1));
      await privateTransactions.saveProved(await steps.claimed(), proofOf(1), START);
      await steps.sign(await steps.claimedProved());
      await steps.store(2);
      await privateTransactions.cancel(userOf(2), uuidOf(2), START);
      await privateTransactions.cancel(userOf(2), uuidOf(2), START);
      await privateTransactions.cancel(userOf(1), uuidOf(1), START);
      await steps.store(3);
      await privateTransactions.expire(msAfter(1_000), START);
    });
    expect(received).toEqual([
      ...['created', 'created', 'needs_unlock', 'created', 'prepared', 'signed'].map(
        (status) => `1 ${status}`,
      ),
      ...['2 created', '2 failed', '3 created', '3 failed'],
    ]);
  });

  test('what waits for its proof is announced when it is stored, unlocked or may be requested', async () => {
    const { privateTransactions } = open();
    const announce = async (act: () => Promise<unknown>) =>
      (await notificationsDuring(PRIVATE_TRANSACTIONS_CHANNEL, act)).length;
    expect(await announce(() => steps.store(1))).toBe(1);
    const job = await steps.claimed();
    expect(await announce(() => privateTransactions.lock(job))).toBe(0);
    expect(await announce(() => privateTransactions.unlock(userOf(1)))).toBe(1);
    expect(await announce(() => privateTransactions.unlock(userOf(1)))).toBe(0);
    const { terms, userId } = job;
    expect(
      await announce(() => privateTransactions.requestPrecompute({ userId, terms }, START)),
    ).toBe(1);
  });

  test('a stored proof wakes the process that signs, and one that lost its notes does not', async () => {
    const { privateTransactions } = open();
    const wakes = async (n: number) => {
      await steps.store(n);
      const job = await steps.claimed();
      const save = () => privateTransactions.saveProved(job, proofOf(1), START);
      return (await notificationsDuring(PROVED_TRANSACTIONS_CHANNEL, save)).length;
    };
    expect([await wakes(1), await wakes(2)]).toEqual([1, 0]);
  });

  test('proofs and endings that meet over the same notes end without a deadlock', async () => {
    const { privateTransactions } = open();
    for (let round = 0; round < 10; round += 1) {
      const numbers = Array.from({ length: 6 }, (_, n) => 1 + round * 10 + n);
      for (const n of numbers) await steps.store(n);
      const jobs = [];
      for (const _ of numbers) jobs.push(await steps.claimed());
      const { nullifiers } = proofOf(1 + round * 10);
      const orders = [nullifiers, [...nullifiers].reverse()];
      const outcomes = await Promise.all([
        ...jobs.map((job, n) =>
          privateTransactions.saveProved(
            job,
            proofOf(n, { nullifiers: orders[n % 2] ?? [] }),
            START,
          ),
        ),
        privateTransactions.expire(msAfter(round * 10 + 4), START),
        ...numbers.map((n) => privateTransactions.cancel(userOf(n), uuidOf(n), START)),
      ]);
      expect(outcomes).toHaveLength(13);
    }
  });

  test('a consolidation waits for the removal of its user, and is not stored after it', async () => {
    const removal = await pool.connect();
    try {
      await removal.query('begin');
      await removal.query('delete from users where id = $1', [userOf(1)]);
      let isDone = false;
      const stored = steps.consolidate(1).finally(() => {
        isDone = true;
      });
      await vi.waitFor(async () => {
        const { rows } = await pool.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%private spend%'",
        );
        expect(rows).toHaveLength(1);
      }, 60_000);
      expect(isDone).toBe(false);
      await removal.query('commit');
      expect(await stored).toBe(false);
    } finally {
      removal.release(true);
    }
    const { rows } = await pool.query('select 1 from operations');
    expect(rows).toEqual([]);
  });

  test('a user is removed only after a consolidation that is being stored', async () => {
    const storing = await pool.connect();
    try {
      await storing.query('begin');
      await storing.query(LOCK_WALLET.text, [userOf(2)]);
      await expect(
        pool.query(
          `set lock_timeout = 200; delete from users where id = '${userOf(2)}'; reset lock_timeout`,
        ),
      ).rejects.toThrow('lock timeout');
    } finally {
      storing.release(true);
    }
  });

  test('no consolidation is stored for a user whose wallet is not to be open', async () => {
    await pool.query('delete from shielded_wallets where user_id = $1', [userOf(3)]);
    expect(await steps.consolidate(3)).toBe(false);
    expect(await steps.consolidate(4)).toBe(true);
  });
});

function failOnReport({ id }: { readonly id: string }): void {
  throw new Error(`The plan ${id} did not open.`);
}

function open() {
  return {
    privateTransactions: createPostgresPrivateTransactions({ pool }),
    operations: createPostgresOperations({ pool }),
  };
}

async function empty(): Promise<void> {
  await pool.query('update database_history set seen_at = to_timestamp(0)');
  await pool.query(
    'truncate operations, chain_accounts, outbox, precompute_requests, protections, payment_requests, claims, signing_plans cascade',
  );
  await addUsers(
    pool,
    Array.from({ length: 300 }, (_, n) => Number.parseInt(userOf(n).slice(-12), 16)),
  );
  await pool.query(
    `insert into shielded_wallets (user_id, chain_id, key_id, sealed, sealed_at)
     select id, 31337, 'key', '', now() from users on conflict do nothing`,
  );
}

async function notices() {
  const { rows } = await pool.query<{ topic: string; user_id: string; content: Content }>(
    'select topic, user_id, content from outbox order by id',
  );
  return rows.map(({ topic, user_id, content }) => ({ topic, userId: user_id, ...content }));
}

interface Content {
  readonly operationId: string;
}

/** @returns the number of each operation that changed with its status, in the order of the messages */
async function listen(act: () => Promise<unknown>): Promise<readonly string[]> {
  const messages = await notificationsDuring(OPERATION_CHANGES_CHANNEL, act);
  return messages.map((message) => {
    const { operationId, status } = JSON.parse(message) as Record<string, string>;
    return `${Number(operationId?.slice(-4))} ${status}`;
  });
}

async function notificationsDuring(
  channel: string,
  act: () => Promise<unknown>,
): Promise<readonly string[]> {
  const client = await pool.connect();
  const received: string[] = [];
  const note = (message: pg.Notification) => received.push(message.payload ?? '');
  client.on('notification', note);
  try {
    await client.query(`listen ${channel}`);
    await act();
    // Messages arrive before the reply to a statement that follows them.
    await client.query('select 1');
    await client.query(`unlisten ${channel}`);
  } finally {
    client.off('notification', note);
    client.release();
  }
  return received;
}

let statements = 0;

function countStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    statements += 1;
    return query(...given);
  }) as typeof client.query;
}

describe('the statements of one private operation', () => {
  beforeEach(empty);

  test('are 21 from its request to its signature', async () => {
    const { privateTransactions, operations } = open();
    const steps = createPrivateTransactionSteps(privateTransactions, operations);
    await steps.proveAndSign(1);
    const before = statements;
    await steps.proveAndSign(2);
    expect(statements - before).toBe(21);
  });
});
