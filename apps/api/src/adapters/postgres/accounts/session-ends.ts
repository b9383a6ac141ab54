import type { Queryable } from '../connection/transaction.ts';

/** Channel on which the id of a session is told to all processes when somebody ends it. */
export const SESSION_ENDS_CHANNEL = 'session_ends';

/**
 * Ends the sessions that meet a condition and tells all processes, when the transaction is committed.
 * @returns how many
 */
export async function endSessions(
  connection: Queryable,
  condition: string,
  values: readonly unknown[],
): Promise<number> {
  const { rowCount } = await connection.query(
    `with ended as (delete from sessions where ${condition} returning id)
     select pg_notify('${SESSION_ENDS_CHANNEL}', id::text) from ended`,
    [...values],
  );
  return rowCount ?? 0;
}
