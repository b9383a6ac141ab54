import type pg from 'pg';
import type { FailureReason } from '#domain/operation/operation';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import { saveStatement } from '../operations/operation-record.ts';
import { lockUnsigned, saveLocked, transitionsOf } from './unsigned-operations.ts';

/** What ends before it is signed gives its notes back. */
const SAVE_ENDED = saveStatement({
  parts: ['freed as (delete from spent_notes n using o where n.operation_id = o.id)'],
});

/** Which operations end, and why. */
export interface Ending {
  /** On the operation `o` and its private part `s`; its values are numbered from $1. */
  readonly condition: string;
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

/** The same, within a transaction. */
export async function endWithin(
  connection: Queryable,
  { condition, values, reason, at }: Ending,
): Promise<number> {
  const locked = await lockUnsigned(connection, condition, values);
  const failed = transitionsOf(locked, { type: 'failed', reason, at });
  await saveLocked(connection, SAVE_ENDED, { transitions: failed });
  return failed.length;
}
