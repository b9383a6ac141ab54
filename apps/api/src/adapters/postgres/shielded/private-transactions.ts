import type pg from 'pg';
import type {
  PrivateTransactionJob,
  PrivateTransactions,
  ProvedJob,
} from '../../../ports/private-transactions.ts';
import { createQueueByKey } from '../connection/queue-by-key.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, run, type Statement, statement } from '../connection/statement.ts';
import { CHANGE_MESSAGE, OPERATION_CHANGES_CHANNEL } from '../operations/operation-record.ts';
import { LADDER } from '../operations/operation-rows.ts';
import type { operations } from '../schema/operations.ts';
import { claimPrecompute, requestPrecompute } from './precompute-requests.ts';
import { endUnsigned } from './private-transaction-end.ts';
import { lockPrivateTransaction, unlockPrivateTransactions } from './private-transaction-lock.ts';
import { saveProved } from './private-transaction-proved.ts';
import { listSent, repricePrivateTransaction } from './private-transaction-reprice.ts';
import {
  PRIVATE_TRANSACTION_COLUMNS,
  type PrivateTransactionRow,
  privateTransactionJobOf,
  provedJobOf,
} from './private-transaction-rows.ts';
import { adoptPrivateTransaction, signPrivateTransaction } from './private-transaction-sign.ts';
import {
  countWaiting,
  storeConsolidation,
  storePrivateTransaction,
} from './private-transaction-store.ts';
import {
  findingOf,
  LOCK_CLAIMED,
  type LockedRow,
  lockingOf,
  MAY_HAVE_BEEN_SENT,
  UNSIGNED,
} from './unsigned-operations.ts';

export { PRIVATE_TRANSACTIONS_CHANNEL } from './private-transaction-store.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Private transactions until they are signed, and when they are re-priced, in PostgreSQL. Times are those of the caller.
 * @returns the port over a pool of connections.
 */
export function createPostgresPrivateTransactions({
  pool,
}: {
  readonly pool: pg.Pool;
}): PrivateTransactions {
  const inOrder = createQueueByKey();
  return {
    store: (request) => storePrivateTransaction(pool, request),
    storeConsolidation: (request, notSince) => storeConsolidation(pool, request, notSince),
    waiting: () => countWaiting(pool),
    usersWaiting: async () => (await readAll(pool, USERS_WAITING)).map((row) => row.user_id),
    claimNext: async ({ now, leaseMs }) => {
      const [row] = await claim(pool, CLAIM_CREATED, { now, leaseMs, limit: 1 });
      return row === undefined ? null : privateTransactionJobOf(row);
    },
    reclaim: async (chainId) => void (await run(pool, RECLAIM, [chainId])),
    saveProgress: async (job, { share, now, leaseMs }) =>
      (await run(pool, SAVE_PROGRESS, [...claimOf(job), later(now, leaseMs), share])) > 0,
    saveProved: (job, proved, now) => saveProved(pool, job, { proved, now, isOnNetwork: false }),
    saveFound: (job, proved, now) => saveProved(pool, job, { proved, now, isOnNetwork: true }),
    fail: async ({ operationId, epoch }, reason, at) => {
      const values = [operationId, epoch];
      return (await endUnsigned(pool, { lock: LOCK_CLAIMED, values, reason, at })) > 0;
    },
    release: async (job, retryAt) => (await run(pool, RELEASE, [...claimOf(job), retryAt])) > 0,
    lock: (job) => lockPrivateTransaction(pool, job),
    unlock: (userId) => unlockPrivateTransactions(pool, userId),
    seen: async (userIds, block, now) => void (await run(pool, SEEN, [userIds, block, now])),
    requestPrecompute: (request, now) => requestPrecompute(pool, request, now),
    claimPrecompute: (since) => claimPrecompute(pool, since),
    claimProved: async (options) => (await claim(pool, CLAIM_PREPARED, options)).map(provedJobOf),
    // The lock is the database's; queueing here keeps those who wait for it from holding connections.
    sign: (job, pricing, sign) =>
      inOrder(`${job.operation.chainId} ${job.operation.account}`, () =>
        signPrivateTransaction(pool, job, { pricing, sign }),
      ),
    listSent: (chainId) => listSent(pool, chainId),
    reprice: (operation, run, sign) =>
      inOrder(`${operation.chainId} ${operation.account}`, () =>
        repricePrivateTransaction(pool, operation, { ...run, sign }),
      ),
    adopt: (job, transaction, now) => adoptPrivateTransaction(pool, job, { transaction, now }),
    postpone: async ({ operation, epoch }: ProvedJob, until) =>
      void (await run(pool, POSTPONE, [operation.id, epoch, until])),
    expire: async (dueBefore, at) => {
      const values = [dueBefore];
      if ((await run(pool, FIND_OVERDUE, values)) === 0) return 0;
      return endUnsigned(pool, { lock: LOCK_OVERDUE, values, reason: 'expired', at });
    },
    cancel: async (userId, operationId, at) => {
      if (!UUID.test(operationId)) return false;
      const values = [operationId, userId];
      return (await endUnsigned(pool, { lock: LOCK_OF_USER, values, reason: 'cancelled', at })) > 0;
    },
  };
}

/** What is sent later is still proved immediately, so its age counts from its send time. */
const IS_OVERDUE = `coalesce(s.send_at, o.created_at) < $1 and not ${MAY_HAVE_BEEN_SENT}`;

export const FIND_OVERDUE = statement(findingOf(IS_OVERDUE));

export const LOCK_OVERDUE = statement<LockedRow>(lockingOf(IS_OVERDUE));

/** No one requested a consolidation, so no one cancels it. */
export const LOCK_OF_USER = statement<LockedRow>(
  lockingOf(
    `o.id = $1 and o.user_id = $2 and o.kind <> 'consolidation' and not ${MAY_HAVE_BEEN_SENT}`,
  ),
);

export const USERS_WAITING = statement<RowOf<typeof operations, 'user_id'>>(
  `select distinct o.user_id from operations o
   where ${UNSIGNED} and o.status in ('created', 'needs_unlock') and o.kind <> 'consolidation'`,
);

/** A signed consolidation of the same user: until it was seen, a proof would choose the notes that it spends. */
const WAITS_FOR_NOTES = `exists (
  select 1 from private_transactions t join operations c on c.id = t.operation_id
  where t.user_id = o.user_id and t.released_at is null and c.kind = 'consolidation'
    and c.signed_at is not null and c.ended_at is null)`;

/** Values: $1 now, $2 end of the lease, $3 limit. */
function claimingOf(status: 'created' | 'prepared'): string {
  return `
    with due as (
      select o.id from operations o
      where ${UNSIGNED} and o.status = '${status}' and o.due_at <= $1 and not ${WAITS_FOR_NOTES}
      order by o.kind = 'consolidation', o.created_at, o.id limit $3 for update skip locked
    ), o as (
      update operations c set due_at = $2, lease_epoch = c.lease_epoch + 1 from due where c.id = due.id returning c.*
    )
    select o.*, ${LADDER}, ${PRIVATE_TRANSACTION_COLUMNS} from o join private_transactions s on s.operation_id = o.id
    order by o.kind = 'consolidation', o.created_at, o.id`;
}

export const CLAIM_CREATED = statement<PrivateTransactionRow>(claimingOf('created'));

export const CLAIM_PREPARED = statement<PrivateTransactionRow>(claimingOf('prepared'));

function claim(
  pool: pg.Pool,
  query: Statement<PrivateTransactionRow>,
  options: { readonly now: Date; readonly leaseMs: number; readonly limit: number },
): Promise<readonly PrivateTransactionRow[]> {
  const { now, leaseMs, limit } = options;
  return readAll(pool, query, [now, later(now, leaseMs), limit]);
}

/** Values: $1 operation, $2 epoch, then what changes. */
const CLAIMED = `id = $1 and lease_epoch = $2 and ended_at is null and signed_at is null`;

const NOTIFY = `pg_notify('${OPERATION_CHANGES_CHANNEL}', ${CHANGE_MESSAGE})`;

export const RECLAIM = statement(`
  with o as (
    update operations set due_at = created_at, lease_epoch = lease_epoch + 1
    where chain_id = $1 and status = 'created' and ended_at is null and signed_at is null returning *
  ), private_part as (update private_transactions s set share = null from o where s.operation_id = o.id)
  select ${NOTIFY} from o`);

export const SAVE_PROGRESS = statement(`
  with o as (update operations set due_at = $3 where ${CLAIMED} and status = 'created' returning *),
  private_part as (update private_transactions s set share = $4 from o where s.operation_id = o.id)
  select ${NOTIFY} from o`);

export const RELEASE = statement(`
  with o as (update operations set due_at = $3 where ${CLAIMED} and status = 'created' returning *),
  private_part as (update private_transactions s set share = null from o where s.operation_id = o.id)
  select ${NOTIFY} from o`);

export const POSTPONE = statement(
  `update operations set due_at = $3 where ${CLAIMED} and status = 'prepared'`,
);

export const SEEN = statement(`
  update private_transactions s set released_at = $3 from operations o
  where o.id = s.operation_id and s.user_id = any($1::uuid[]) and s.released_at is null
    and (o.ended_at is not null or o.mined_block_number <= $2)`);

function claimOf({ operationId, epoch }: PrivateTransactionJob): readonly unknown[] {
  return [operationId, epoch];
}

function later(from: Date, ms: number): Date {
  return new Date(from.getTime() + ms);
}
