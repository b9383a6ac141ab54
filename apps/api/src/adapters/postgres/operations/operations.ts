import type pg from 'pg';
import type { PublicAddress } from '#domain/address/address';
import { RECHECK_REPLACED_FOR_MS } from '#domain/operation/following';
import { isOpen } from '#domain/operation/operation';
import type { ClaimedOperation, ObservedOperation, Operations } from '../../../ports/operations.ts';
import { createQueueByKey } from '../connection/queue-by-key.ts';
import { readAll, readFirst, run, type Statement, statement } from '../connection/statement.ts';
import { countOpen, findByKey, readHolds } from './operation-reads.ts';
import { recordUpdates } from './operation-record.ts';
import { requestOfOperation } from './operation-request.ts';
import {
  headsOf,
  LADDER,
  MOVED_NOTHING,
  type ObservedRow,
  type OperationRow,
  operationOf,
  PRIVATE_TRANSACTION,
  progressOf,
  signedOperationOf,
  UNREQUESTED,
} from './operation-rows.ts';
import { signNext } from './operation-sign.ts';
import { createPostgresRecovered } from './recovered-transactions.ts';

/** The only ids that PostgreSQL reads without an error. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The operation repository in PostgreSQL.
 * Times are those of the caller, so that a lease is judged by one clock for each process.
 * @returns the port over a pool of connections.
 */
export function createPostgresOperations({ pool }: { readonly pool: pg.Pool }): Operations {
  const inOrder = createQueueByKey();
  return {
    findByKey: (userId, idempotencyKey) => findByKey(pool, userId, idempotencyKey),
    find: (userId, operationId) => find(pool, userId, operationId),
    listOpen: (userId) => observe(pool, LIST_OPEN, [userId]),
    listFailedPrivateTransactions: ({ userId, chainId }, { before, limit }) =>
      observe(pool, LIST_FAILED_PRIVATE_TRANSACTIONS, [userId, chainId, before, limit]),
    countOpen: () => countOpen(pool),
    holds: (account, since) => readHolds(pool, account, since),
    isOfAnother: async ({ id, chainId, userId }, hash) =>
      (await readFirst(pool, OPERATION_OF_HASH, [chainId, hash, id, userId])) !== null,
    recipients: async (userId) =>
      (await readAll(pool, RECIPIENTS, [userId])).map((row) => row.recipient),
    // The lock is the database's; queueing here keeps those who wait for it from holding connections.
    signNext: (request, sign, leaseMs) =>
      inOrder(`${request.details.chainId} ${request.details.account}`, () =>
        signNext(pool, { request, sign, leaseMs }),
      ),
    claimDue: ({ now, leaseMs, limit }) =>
      claim(pool, CLAIM_DUE, [limit, later(now, leaseMs), now]),
    claimOpen: ({ now, leaseMs, limit, afterId }) =>
      claim(pool, CLAIM_OPEN, [limit, later(now, leaseMs), afterId]),
    record: (updates) => recordUpdates(pool, updates),
    ...createPostgresRecovered(pool),
    request: async (request) => UUID.test(request.operationId) && requestOfOperation(pool, request),
    saveHeads: async (chainId, heads, now) => {
      await run(pool, SAVE_HEADS, [chainId, heads.latestBlock, heads.finalizedBlock, now]);
    },
  };
}

export const SAVE_HEADS = statement(`
  insert into chain_heads as h (chain_id, latest_block, finalized_block, seen_at)
  values ($1, $2, $3, $4)
  on conflict (chain_id) do update
  set latest_block = excluded.latest_block, finalized_block = excluded.finalized_block, seen_at = excluded.seen_at
  where h.seen_at <= excluded.seen_at`);

/** What a user requested; what Kax does unasked is none of their payments. */
const REQUESTED = `o.user_id = $1 and o.kind not in (${UNREQUESTED})`;

/** Reads operations `o` with the newest blocks of their chains and the progress of their proofs. */
export const OBSERVED = `
  select o.*, h.latest_block, h.finalized_block, ${LADDER}, ${PRIVATE_TRANSACTION}
  from operations o left join chain_heads h on h.chain_id = o.chain_id`;

const NEWEST_FIRST = 'order by o.created_at desc, o.id desc';

export const FIND = statement<ObservedRow>(`${OBSERVED} where ${REQUESTED} and o.id = $2`);

export const LIST_OPEN = statement<ObservedRow>(
  `${OBSERVED} where ${REQUESTED} and o.ended_at is null ${NEWEST_FIRST}`,
);

/** Values: $2 chain, $3 a time or null, $4 limit. */
export const LIST_FAILED_PRIVATE_TRANSACTIONS = statement<ObservedRow>(`${OBSERVED}
  where ${REQUESTED} and o.chain_id = $2 and o.kind in ('unshield', 'internal-transfer')
    and o.status in (${MOVED_NOTHING}) and o.failure_reason is distinct from 'cancelled'
    and ($3::timestamptz is null or o.created_at < $3)
  ${NEWEST_FIRST} limit $4`);

export const OPERATION_OF_HASH = statement<{ readonly operation_id: string }>(
  `select operation_id from operation_transactions
   where chain_id = $1 and hash = $2 and operation_id <> $3
   union all
   select id from operations where user_id = $4 and chain_id = $1 and mined_hash = $2 and id <> $3
   limit 1`,
);

export const RECIPIENTS = statement<{ readonly recipient: PublicAddress }>(
  `select distinct recipient from operations where user_id = $1 and kind in ('send', 'unshield')
   order by recipient`,
);

const UPDATE_CLAIMED = `
  update operations c set due_at = $2, lease_epoch = c.lease_epoch + 1
  from due where c.id = due.id returning c.*`;

/** Values: $3 now. */
const IS_FOLLOWED = `(o.ended_at is null
      or o.status = 'replaced' and o.ended_at > $3::timestamptz - interval '${RECHECK_REPLACED_FOR_MS} milliseconds')`;

/** Values: $1 limit, $2 end of the lease, $3 now. */
export const CLAIM_DUE = statement<OperationRow>(`
  with due as (
    select o.id from operations o
    where ${IS_FOLLOWED} and o.signed_at is not null and o.due_at <= $3
    order by o.due_at limit $1 for update skip locked
  ), claimed as (${UPDATE_CLAIMED})
  select o.*, ${LADDER} from claimed o order by o.created_at, o.id`);

/** Values: $1 limit, $2 end of the lease, $3 the last id of the page before or null. */
export const CLAIM_OPEN = statement<OperationRow>(`
  with due as (
    select o.id from operations o
    where o.ended_at is null and o.signed_at is not null and ($3::uuid is null or o.id > $3::uuid)
    order by o.id limit $1 for update
  ), claimed as (${UPDATE_CLAIMED})
  select o.*, ${LADDER} from claimed o order by o.id`);

async function find(
  pool: pg.Pool,
  userId: string,
  operationId: string,
): Promise<ObservedOperation | null> {
  if (!UUID.test(operationId)) return null;
  const [found] = await observe(pool, FIND, [userId, operationId]);
  return found ?? null;
}

async function observe(
  pool: pg.Pool,
  query: Statement<ObservedRow>,
  values: readonly unknown[],
): Promise<readonly ObservedOperation[]> {
  const rows = await readAll(pool, query, values);
  return rows.map((row) => ({
    operation: operationOf(row),
    heads: headsOf(row),
    progress: progressOf(row),
  }));
}

async function claim(
  pool: pg.Pool,
  query: Statement<OperationRow>,
  values: readonly [limit: number, leaseEnd: Date, comparand: Date | string | null],
): Promise<readonly ClaimedOperation[]> {
  return (await readAll(pool, query, values)).map(claimOf);
}

function claimOf(row: OperationRow): ClaimedOperation {
  const operation = signedOperationOf(row);
  if (isOpen(operation) || operation.status === 'replaced') {
    return { operation, epoch: row.lease_epoch };
  }
  throw new Error(`Operation ${row.id} was claimed although it ended.`);
}

function later(from: Date, ms: number): Date {
  return new Date(from.getTime() + ms);
}
