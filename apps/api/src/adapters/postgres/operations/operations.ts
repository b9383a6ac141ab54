import type pg from 'pg';
import type { PublicAddress } from '#domain/address/address';
import { isOpen } from '#domain/operation/operation';
import type { ClaimedOperation, ObservedOperation, Operations } from '../../../ports/operations.ts';
import { createTurnsByKey } from '../connection/turns-by-key.ts';
import { countOpen, findByKey, readHolds } from './operation-reads.ts';
import { recordTurns } from './operation-record.ts';
import {
  headsOf,
  LADDER,
  type ObservedRow,
  type OperationRow,
  operationOf,
  progressOf,
  SPEND,
  signedOperationOf,
} from './operation-rows.ts';
import { signNext } from './operation-sign.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The book of money commands in PostgreSQL.
 * Times are those of the caller, so that a lease is judged by one clock for each process.
 * @returns the port over a pool of connections.
 */
export function createPostgresOperations({ pool }: { readonly pool: pg.Pool }): Operations {
  const inTurn = createTurnsByKey();
  return {
    findByKey: (userId, idempotencyKey) => findByKey(pool, userId, idempotencyKey),
    find: (userId, operationId) => find(pool, userId, operationId),
    listOpen: (userId) => listOpen(pool, userId),
    listFailedSpends: ({ userId, chainId }, { before, limit }) =>
      observe(pool, `${COMMANDED} and ${IS_FAILED_SPEND}`, [userId, chainId, before], limit),
    countOpen: () => countOpen(pool),
    holds: (account, since) => readHolds(pool, account, since),
    recipients: (userId) => readRecipients(pool, userId),
    // The lock is the database's; queueing here keeps those who wait for it from holding connections.
    signNext: (command, sign, leaseMs) =>
      inTurn(`${command.intent.chainId} ${command.intent.account}`, () =>
        signNext(pool, command, sign, leaseMs),
      ),
    claimDue: ({ now, leaseMs, limit }) =>
      claim(pool, 'o.due_at <= $3', 'o.due_at', [limit, later(now, leaseMs), now]),
    claimOpen: ({ now, leaseMs, limit, afterId }) =>
      claim(pool, '($3::uuid is null or o.id > $3::uuid)', 'o.id', [
        limit,
        later(now, leaseMs),
        afterId,
      ]),
    record: (turns, now) => recordTurns(pool, turns, now),
    saveHeads: async (chainId, heads, now) => {
      await pool.query(SAVE_HEADS, [chainId, heads.latestBlock, heads.finalizedBlock, now]);
    },
  };
}

const SAVE_HEADS = `
  insert into chain_heads as h (chain_id, latest_block, finalized_block, seen_at)
  values ($1, $2, $3, $4)
  on conflict (chain_id) do update
  set latest_block = excluded.latest_block, finalized_block = excluded.finalized_block, seen_at = excluded.seen_at
  where h.seen_at <= excluded.seen_at`;

async function find(
  pool: pg.Pool,
  userId: string,
  operationId: string,
): Promise<ObservedOperation | null> {
  if (!UUID.test(operationId)) return null;
  const [found] = await observe(pool, `${COMMANDED} and o.id = $2`, [userId, operationId]);
  return found ?? null;
}

function listOpen(pool: pg.Pool, userId: string): Promise<readonly ObservedOperation[]> {
  return observe(pool, `${COMMANDED} and o.ended_at is null`, [userId]);
}

/** What a person asked for; what Kax does with their notes by itself is none of their payments. */
const COMMANDED = "o.user_id = $1 and o.kind <> 'consolidation'";

/** Values: $2 chain, $3 a moment or null. */
const IS_FAILED_SPEND = `o.chain_id = $2 and o.kind in ('unshield', 'internal-transfer')
  and o.status in ('failed', 'reverted', 'replaced') and o.failure_reason is distinct from 'cancelled'
  and ($3::timestamptz is null or o.created_at < $3)`;

async function observe(
  pool: pg.Pool,
  condition: string,
  values: readonly unknown[],
  limit: number | null = null,
): Promise<readonly ObservedOperation[]> {
  const { rows } = await pool.query<ObservedRow>(
    `select o.*, h.latest_block, h.finalized_block, ${LADDER}, ${SPEND}
     from operations o left join chain_heads h on h.chain_id = o.chain_id
     where ${condition} order by o.created_at desc, o.id desc limit $${values.length + 1}::int`,
    [...values, limit],
  );
  return rows.map((row) => ({
    operation: operationOf(row),
    heads: headsOf(row),
    progress: progressOf(row),
  }));
}

async function readRecipients(pool: pg.Pool, userId: string): Promise<readonly PublicAddress[]> {
  const { rows } = await pool.query<{ recipient: PublicAddress }>(
    `select distinct recipient from operations where user_id = $1 and kind in ('send', 'unshield')
     order by recipient`,
    [userId],
  );
  return rows.map((row) => row.recipient);
}

/** Values: $1 limit, $2 end of the lease, $3 whatever the condition compares with. */
async function claim(
  pool: pg.Pool,
  condition: string,
  order: 'o.due_at' | 'o.id',
  values: readonly [limit: number, leaseEnd: Date, comparand: Date | string | null],
): Promise<readonly ClaimedOperation[]> {
  const { rows } = await pool.query<OperationRow>(
    `with due as (
       select o.id from operations o where o.ended_at is null and o.signed_at is not null and ${condition}
       order by ${order} limit $1 for update ${order === 'o.due_at' ? 'skip locked' : ''}
     ), claimed as (
       update operations c set due_at = $2, lease_epoch = c.lease_epoch + 1
       from due where c.id = due.id returning c.*
     )
     select o.*, ${LADDER} from claimed o order by ${order === 'o.due_at' ? 'o.created_at, o.id' : 'o.id'}`,
    [...values],
  );
  return rows.map(claimOf);
}

function claimOf(row: OperationRow): ClaimedOperation {
  const operation = signedOperationOf(row);
  if (!isOpen(operation)) throw new Error(`Operation ${row.id} was claimed although it ended.`);
  return { operation, epoch: row.lease_epoch };
}

function later(from: Date, ms: number): Date {
  return new Date(from.getTime() + ms);
}
