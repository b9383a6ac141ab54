import type pg from 'pg';
import { type Operation, startOperation } from '#domain/operation/operation';
import type {
  PrivateTransactionRequest,
  StorePrivateTransactionOutcome,
  StoringObstacle,
} from '../../../ports/private-transactions.ts';
import { isFrozenMeanwhile } from '../accounts/protection-rows.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import { Abandoned, inTransaction, type Queryable } from '../connection/transaction.ts';
import { endClaim } from '../operations/claim-end.ts';
import { lockPrivateBalance } from '../operations/lock-private-balance.ts';
import { findByKey } from '../operations/operation-reads.ts';
import { CHANGE_MESSAGE, OPERATION_CHANGES_CHANNEL } from '../operations/operation-record.ts';
import { FIXED_COLUMNS, fixedValues } from '../operations/operation-rows.ts';
import { claimRequest } from '../operations/payment-request-claim.ts';
import { takePlan } from '../operations/signing-plans.ts';
import { endWithin } from './private-transaction-end.ts';
import { type LockedRow, lockingOf, UNSIGNED } from './unsigned-operations.ts';

/** Channel that announces a private transaction to prove, or one that may be requested. */
export const PRIVATE_TRANSACTIONS_CHANNEL = 'private_transactions';

/** More than these would wait longer than users do. */
const MOST_WAITING = 40;
const UNIQUE_VIOLATION = '23505';

/** Stores a payment under its user's lock, so that each has one at a time. */
export async function storePrivateTransaction(
  pool: pg.Pool,
  request: PrivateTransactionRequest,
): Promise<StorePrivateTransactionOutcome> {
  try {
    return await inTransaction(pool, async (connection) => {
      const outcome = await storeUnderLock(connection, request);
      if (outcome.kind !== 'stored') throw new NotStored(outcome);
      return outcome;
    });
  } catch (cause) {
    if (cause instanceof NotStored) return cause.outcome;
    // A public payment under the same key has another lock; the database lets one of them in.
    const isRace = cause instanceof Error && 'code' in cause && cause.code === UNIQUE_VIOLATION;
    const existing = isRace ? await findExisting(pool, request) : null;
    if (existing === null) throw cause;
    return existing;
  }
}

/** Rolls back what was claimed for a payment that another reason keeps from being stored. */
class NotStored extends Abandoned {
  readonly outcome: StorePrivateTransactionOutcome;
  constructor(outcome: StorePrivateTransactionOutcome) {
    super();
    this.outcome = outcome;
  }
}

async function storeUnderLock(
  connection: Queryable,
  request: PrivateTransactionRequest,
): Promise<StorePrivateTransactionOutcome> {
  const { details } = request;
  const { userId } = details;
  if (!(await lockPrivateBalance(connection, userId))) return { kind: 'user-removed' };
  const existing = await findExisting(connection, request);
  if (existing !== null) return existing;
  if (await isFrozenMeanwhile(connection, userId)) return { kind: 'frozen' };
  const queue = await readQueue(connection, userId);
  const obstacle = obstacleIn(queue);
  if (obstacle !== null) return obstacle;
  if (!(await takePlan(connection, request))) return { kind: 'plan-over' };
  if (!(await claimRequest(connection, request))) return { kind: 'request-over' };
  if (!(await endClaim(connection, request))) return { kind: 'claim-over' };
  if (queue.consolidates) await endConsolidation(connection, details);
  return { kind: 'stored', operation: await insertPrivateTransaction(connection, request) };
}

export const LOCK_CONSOLIDATION = statement<LockedRow>(
  lockingOf("o.user_id = $1 and o.kind = 'consolidation'"),
);

async function endConsolidation(
  connection: Queryable,
  { userId, createdAt: at }: PrivateTransactionRequest['details'],
): Promise<void> {
  const values = [userId];
  await endWithin(connection, { lock: LOCK_CONSOLIDATION, values, reason: 'cancelled', at });
}

async function findExisting(
  connection: Queryable,
  { details, idempotencyKey }: PrivateTransactionRequest,
): Promise<StorePrivateTransactionOutcome | null> {
  const existing = await findByKey(connection, details.userId, idempotencyKey);
  return existing === null ? null : { kind: 'exists', ...existing };
}

/** Payments that wait for their proof or are being proved. */
const WAITING = `select count(*)::int from operations
  where ended_at is null and signed_at is null and status = 'created' and kind <> 'consolidation'`;

interface Queue {
  /** A payment of the user that no other may follow yet. */
  readonly open: string | null;
  /** How many payments of all users wait for their proof. */
  readonly waiting: number;
  /** Whether a consolidation of the user is not signed yet. */
  readonly consolidates: boolean;
}

export const READ_QUEUE = statement<Queue>(
  `select (${WAITING}) as waiting, (
     select o.id from private_transactions s join operations o on o.id = s.operation_id
     where s.user_id = $1 and s.released_at is null and o.ended_at is null and o.kind <> 'consolidation' limit 1
   ) as open, exists (
     select 1 from operations o where o.user_id = $1 and o.kind = 'consolidation' and ${UNSIGNED}
   ) as consolidates`,
);

async function readQueue(connection: Queryable, userId: string): Promise<Queue> {
  const queue = await readFirst(connection, READ_QUEUE, [userId]);
  return queue ?? { open: null, waiting: 0, consolidates: false };
}

function obstacleIn({ open, waiting }: Queue): StoringObstacle | null {
  if (open !== null) return { kind: 'open', operationId: open };
  return waiting >= MOST_WAITING ? { kind: 'queue-full' } : null;
}

/** @returns what would keep a payment of this user from being stored now; null for nothing */
export async function findObstacle(pool: pg.Pool, userId: string): Promise<StoringObstacle | null> {
  return obstacleIn(await readQueue(pool, userId));
}

export const COUNT_WAITING = statement<Pick<Queue, 'waiting'>>(`select (${WAITING}) as waiting`);

/** @returns how many payments wait for their proof. */
export async function countWaiting(connection: Queryable): Promise<number> {
  return (await readFirst(connection, COUNT_WAITING))?.waiting ?? 0;
}

export const INSERT = statement(`
  with o as (
    insert into operations (${FIXED_COLUMNS},
      broadcaster_fee, created_at, due_at, lease_epoch)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18, 0)
    returning *
  ), private_part as (
    insert into private_transactions (operation_id, user_id, gas_price, fee_token_id, fee_per_native_coin, fee_recipient,
      signature, send_at, send_window_end, sealed_message, sealed_plan, shows_sender, spender,
      sealed_spender)
    values ($1, $2, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30)
  )
  select pg_notify('${OPERATION_CHANGES_CHANNEL}', ${CHANGE_MESSAGE}), pg_notify('${PRIVATE_TRANSACTIONS_CHANNEL}', '')
  from o`);

/** Stores an operation with what its proof needs. */
export async function insertPrivateTransaction(
  connection: Queryable,
  request: PrivateTransactionRequest,
): Promise<Operation> {
  const { details, terms, signature, later } = request;
  const operation = startOperation(details);
  await run(connection, INSERT, [
    ...fixedValues(operation, request),
    operation.pool?.broadcasterFee ?? null,
    operation.createdAt,
    terms.gasPrice,
    terms.fee?.tokenId ?? null,
    terms.fee?.perNativeCoin ?? null,
    terms.fee?.recipient ?? null,
    signature,
    later?.at ?? null,
    later?.windowEnd ?? null,
    terms.sealedMessage,
    terms.sealedPlan,
    terms.showsSender,
    terms.spender?.address ?? null,
    terms.spender?.sealed ?? null,
  ]);
  return operation;
}
