import type pg from 'pg';
import type { FailureReason } from '#domain/operation/operation';
import type { PrivateTransactionJob } from '../../../ports/private-transactions.ts';
import { type Statement, statement } from '../connection/statement.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import { type SavedRow, savingOf } from '../operations/operation-record.ts';
import {
  LOCK_CLAIMED,
  type LockedRow,
  lockUnsigned,
  saveLocked,
  transitionsOf,
} from './unsigned-operations.ts';

/** An operation that ends before it is signed releases its notes. */
export const SAVE_ENDED = statement<SavedRow>(
  savingOf({ parts: ['freed as (delete from spent_notes n using o where n.operation_id = o.id)'] }),
);

/** Which operations end, and why. */
export interface Ending {
  /** A statement of `lockingOf`. */
  readonly lock: Statement<LockedRow>;
  readonly values: readonly unknown[];
  readonly reason: FailureReason;
  readonly at: Date;
}

/**
 * Ends what was not signed: frees its notes, and notifies its users and every process.
 * @returns how many.
 */
export function endUnsigned(pool: pg.Pool, ending: Ending): Promise<number> {
  return inTransaction(pool, (connection) => endWithin(connection, ending));
}

/** Ends a claimed operation. @returns false when the claim was lost, or it was signed or ended. */
export async function failClaimed(
  pool: pg.Pool,
  { operationId, epoch }: Pick<PrivateTransactionJob, 'operationId' | 'epoch'>,
  ending: Pick<Ending, 'reason' | 'at'>,
): Promise<boolean> {
  const values = [operationId, epoch];
  return (await endUnsigned(pool, { lock: LOCK_CLAIMED, values, ...ending })) > 0;
}

/** The same, within a transaction. */
export async function endWithin(
  connection: Queryable,
  { lock, values, reason, at }: Ending,
): Promise<number> {
  const locked = await lockUnsigned(connection, lock, values);
  const failed = transitionsOf(locked, { type: 'failed', reason, at });
  await saveLocked(connection, SAVE_ENDED, { transitions: failed });
  return failed.length;
}
