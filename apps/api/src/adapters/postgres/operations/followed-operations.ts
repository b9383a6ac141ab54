import type pg from 'pg';
import { RECHECK_REPLACED_FOR_MS } from '#domain/operation/following';
import { isOpen } from '#domain/operation/operation';
import type { ClaimedOperation, ObservedOperation, Operations } from '../../../ports/operations.ts';
import { readAll, readFirst, run, type Statement, statement } from '../connection/statement.ts';
import { UUID } from '../connection/uuid.ts';
import { findByKey } from './operation-reads.ts';
import { recordUpdates } from './operation-record.ts';
import {
  headsOf,
  LADDER,
  type ObservedRow,
  type OperationRow,
  operationOf,
  PRIVATE_TRANSACTION,
  progressOf,
  signedOperationOf,
  UNREQUESTED,
} from './operation-rows.ts';
import { createPostgresRecoveredOfKax } from './recovered-transactions.ts';

/**
 * What the worker does with operations: it follows them to their end. Times are those of the caller, so that a lease is
 * judged by one clock for each process.
 */
export function createPostgresFollowedOperations({
  pool,
}: {
  readonly pool: pg.Pool;
}): FollowedOperations {
  return {
    findByKey: (userId, idempotencyKey) => findByKey(pool, userId, idempotencyKey),
    find: (userId, operationId) => find(pool, userId, operationId),
    isOfAnother: async ({ id, chainId, userId }, hash) =>
      (await readFirst(pool, OPERATION_OF_HASH, [chainId, hash, id, userId])) !== null,
    claimDue: ({ now, leaseMs, limit }) =>
      claim(pool, CLAIM_DUE, [limit, later(now, leaseMs), now]),
    record: (updates) => recordUpdates(pool, updates),
    ...createPostgresRecoveredOfKax(pool),
    saveHeads: async (chainId, heads, now) => {
      await run(pool, SAVE_HEADS, [chainId, heads.latestBlock, heads.finalizedBlock, now]);
    },
  };
}

type FollowedOperations = Pick<
  Operations,
  | 'findByKey'
  | 'find'
  | 'isOfAnother'
  | 'claimDue'
  | 'record'
  | 'records'
  | 'recover'
  | 'unexplained'
  | 'findRecovered'
  | 'saveHeads'
>;

export const SAVE_HEADS = statement(`
  insert into chain_heads as h (chain_id, latest_block, finalized_block, seen_at)
  values ($1, $2, $3, $4)
  on conflict (chain_id) do update
  set latest_block = excluded.latest_block, finalized_block = excluded.finalized_block, seen_at = excluded.seen_at
  where h.seen_at <= excluded.seen_at`);

/** What a user requested; what Kax does unasked is none of their payments. */
export const REQUESTED = `o.user_id = $1 and o.kind not in (${UNREQUESTED})`;

/** Reads operations `o` with the newest blocks of their chains and the progress of their proofs. */
export const OBSERVED = `
  select o.*, h.latest_block, h.finalized_block, ${LADDER}, ${PRIVATE_TRANSACTION}
  from operations o left join chain_heads h on h.chain_id = o.chain_id`;

export const FIND = statement<ObservedRow>(`${OBSERVED} where ${REQUESTED} and o.id = $2`);

export const OPERATION_OF_HASH = statement<{ readonly operation_id: string }>(
  `select operation_id from operation_transactions
   where chain_id = $1 and hash = $2 and operation_id <> $3
   union all
   select id from operations where user_id = $4 and chain_id = $1 and mined_hash = $2 and id <> $3
   limit 1`,
);

/** Takes what a `due` found. */
export const UPDATE_CLAIMED = `
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

async function find(
  pool: pg.Pool,
  userId: string,
  operationId: string,
): Promise<ObservedOperation | null> {
  if (!UUID.test(operationId)) return null;
  const [found] = await observe(pool, FIND, [userId, operationId]);
  return found ?? null;
}

/** @returns operations as their owner sees them */
export async function observe(
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

/** @returns what a statement claimed */
export async function claim(
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

/** @returns the end of a lease */
export function later(from: Date, ms: number): Date {
  return new Date(from.getTime() + ms);
}
