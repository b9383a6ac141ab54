import type { FailureReason } from '#domain/operation/operation';
import type { Queryable } from '../connection/transaction.ts';
import { TELL } from './private-spend-proved.ts';

/** True of an operation `o` that nothing was signed for and that has not ended. */
export const UNSIGNED = 'o.ended_at is null and o.signed_at is null';

/**
 * Ends what was not signed, gives its notes back, tells its person and everybody. Values of the condition from $3.
 * @returns how many.
 */
export async function endUnsigned(
  connection: Queryable,
  condition: string,
  reason: FailureReason,
  now: Date,
  values: readonly unknown[],
): Promise<number> {
  const { rowCount } = await connection.query(
    `with o as (
       update operations o set status = 'failed', failure_reason = $1, ended_at = $2
       where ${UNSIGNED} and ${condition} returning o.*
     ), freed as (
       delete from spent_notes n using o where n.operation_id = o.id
     ), notice as (
       insert into outbox (topic, user_id, content, created_at)
       select 'operation-failed', o.user_id, json_build_object('operationId', o.id), $2
       from o where o.kind <> 'consolidation'
     )
     select ${TELL} from o`,
    [reason, now, ...values],
  );
  return rowCount ?? 0;
}
