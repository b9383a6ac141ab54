import { FAILOVER_RECENT_MS } from '#domain/operation/lost-commits';
import type { Operation } from '#domain/operation/operation';
import type { OperationEvent } from '#domain/operation/operation-event';
import { canHappen, transition } from '#domain/operation/transition';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, type Statement, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import { SERVER } from '../operations/account-records.ts';
import {
  type FoundTransition,
  saveTransitions,
  type TransitionsToSave,
} from '../operations/operation-record.ts';
import { type OperationRow, operationOf } from '../operations/operation-rows.ts';
import type { privateTransactions } from '../schema/private-transactions.ts';

/**
 * True of an operation `o` that is neither signed nor ended. A transaction that waited for a row that was signed
 * meanwhile sees its columns and not its ladder, so what is signed is never loaded here.
 */
export const UNSIGNED = 'o.ended_at is null and o.signed_at is null';

/** True of the operation `o` of a claim that was not taken over. Values: $1 operation, $2 epoch. */
export const IS_CLAIMED = 'o.id = $1 and o.lease_epoch = $2';

/**
 * True of an unsigned operation `o` that the database may have lost the signature of, in a failover of the last day: its
 * proof, which is compared with the network first, is older, and was due, or is missing.
 */
export const MAY_HAVE_BEEN_SENT = `exists (
  select from (${SERVER}) p left join database_history h using (system_identifier, timeline)
  where coalesce(h.seen_at, now()) > now() - interval '${FAILOVER_RECENT_MS} milliseconds'
    and (s.proved_at is null or greatest(s.proved_at, s.send_at) < coalesce(h.seen_at, now())))`;

const FROM_UNSIGNED = `from operations o join private_transactions s on s.operation_id = o.id where ${UNSIGNED}`;

/** A row that a statement of `lockingOf` returns. */
export type LockedRow = OperationRow & RowOf<typeof privateTransactions, 'send_at'>;

/**
 * The text of a statement that locks private operations that nothing was signed for, in the order of their ids.
 * @param condition on the operation `o` and its private part `s`
 */
export function lockingOf(condition: string): string {
  return `select o.*, null::json as ladder, s.send_at ${FROM_UNSIGNED} and ${condition} order by o.id for update of o`;
}

/**
 * The text of a statement that counts one row when there is any such operation, without a lock: a transaction is opened
 * only for what it finds.
 */
export function findingOf(condition: string): string {
  return `select ${FROM_UNSIGNED} and ${condition} limit 1`;
}

export const LOCK_CLAIMED = statement<LockedRow>(lockingOf(IS_CLAIMED));

/** A private operation whose row no one else can change until the transaction ends. */
export interface LockedOperation {
  readonly operation: Operation;
  readonly epoch: number;
  /** The time at which it is sent; null for immediately. */
  readonly sendAt: Date | null;
}

/** @returns the operations that a statement of `lockingOf` locked, in the order of their ids. */
export async function lockUnsigned(
  connection: Queryable,
  query: Statement<LockedRow>,
  values: readonly unknown[],
): Promise<readonly LockedOperation[]> {
  const rows = await readAll(connection, query, values);
  return rows.map((row) => ({
    operation: operationOf(row),
    epoch: row.lease_epoch,
    sendAt: row.send_at,
  }));
}

/** @returns what the event makes of those of the operations that it can happen to. */
export function transitionsOf(
  locked: readonly LockedOperation[],
  event: OperationEvent,
): readonly FoundTransition[] {
  return locked
    .filter(({ operation }) => canHappen(operation, event))
    .map((claim) => ({ claim, next: transition(claim.operation, event), dueAt: null }));
}

/** Saves what happened to locked operations: all of it, or the transaction fails. */
export async function saveLocked<Row extends object>(
  connection: Queryable,
  query: Statement<Row>,
  locked: TransitionsToSave,
): Promise<readonly Row[]> {
  const rows = await saveTransitions(connection, query, locked);
  const count = locked.transitions.length;
  if (rows.length === count) return rows;
  throw new Error(`${count} operations were locked, ${rows.length} of them saved.`);
}
