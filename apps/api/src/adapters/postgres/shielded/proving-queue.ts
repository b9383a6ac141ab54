import type pg from 'pg';
import type { PrivateTransactionJob, ProvingQueue } from '../../../ports/private-transactions.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, run, statement } from '../connection/statement.ts';
import { CHANGE_MESSAGE, OPERATION_CHANGES_CHANNEL } from '../operations/operation-record.ts';
import type { operations } from '../schema/operations.ts';
import { storeConsolidation } from './consolidation-store.ts';
import { claimPrecompute } from './precompute-requests.ts';
import { CLAIMED, claim, claimingOf, later } from './private-transaction-claim.ts';
import { failClaimed } from './private-transaction-end.ts';
import { lockPrivateTransaction, unlockPrivateTransactions } from './private-transaction-lock.ts';
import { saveProved } from './private-transaction-proved.ts';
import { type PrivateTransactionRow, privateTransactionJobOf } from './private-transaction-rows.ts';
import { countWaiting } from './private-transaction-store.ts';
import { UNSIGNED } from './unsigned-operations.ts';

/** Private transactions until they are proved, in PostgreSQL. Times are those of the caller. */
export function createPostgresProvingQueue({ pool }: { readonly pool: pg.Pool }): ProvingQueue {
  return {
    storeConsolidation: (request, notSince) => storeConsolidation(pool, request, notSince),
    waiting: () => countWaiting(pool),
    usersWaiting: async () => (await readAll(pool, USERS_WAITING)).map((row) => row.user_id),
    claimNext: async (batch) => {
      const [row] = await claim(pool, CLAIM_CREATED, { ...batch, limit: 1 });
      return row === undefined ? null : privateTransactionJobOf(row);
    },
    reclaim: async (chainId) => void (await run(pool, RECLAIM, [chainId])),
    saveProgress: async (job, { share, now, leaseMs }) =>
      (await run(pool, SAVE_PROGRESS, [...claimOf(job), later(now, leaseMs), share])) > 0,
    saveProved: (job, proved, now) => saveProved(pool, job, { proved, now, isOnNetwork: false }),
    saveFound: (job, proved, now) => saveProved(pool, job, { proved, now, isOnNetwork: true }),
    fail: (job, reason, at) => failClaimed(pool, job, { reason, at }),
    release: async (job, retryAt) => (await run(pool, RELEASE, [...claimOf(job), retryAt])) > 0,
    lock: (job) => lockPrivateTransaction(pool, job),
    unlock: (userId) => unlockPrivateTransactions(pool, userId),
    seen: async (userIds, block, now) => void (await run(pool, SEEN, [userIds, block, now])),
    claimPrecompute: (since) => claimPrecompute(pool, since),
  };
}

export const CLAIM_CREATED = statement<PrivateTransactionRow>(claimingOf('created'));

export const USERS_WAITING = statement<RowOf<typeof operations, 'user_id'>>(
  `select distinct o.user_id from operations o join private_transactions s on s.operation_id = o.id
   where ${UNSIGNED} and s.spender is null and o.status in ('created', 'needs_unlock') and o.kind <> 'consolidation'`,
);

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

export const SEEN = statement(`
  update private_transactions s set released_at = $3 from operations o
  where o.id = s.operation_id and s.user_id = any($1::uuid[]) and s.released_at is null
    and (o.ended_at is not null or o.mined_block_number <= $2)`);

function claimOf({ operationId, epoch }: PrivateTransactionJob): readonly unknown[] {
  return [operationId, epoch];
}
