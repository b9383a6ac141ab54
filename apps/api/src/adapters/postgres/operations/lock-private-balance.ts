import { run, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';

/** First the row, so that no one removes it meanwhile. */
export const LOCK_USER = statement(
  `select pg_advisory_xact_lock(hashtextextended('private spend ' || u.id, 0))
   from (select id from users where id = $1 for key share) u`,
);

/**
 * Locks a user's private balance, and the user against removal, for the transaction.
 * @returns false when the user was removed
 */
export async function lockPrivateBalance(connection: Queryable, userId: string): Promise<boolean> {
  return (await run(connection, LOCK_USER, [userId])) > 0;
}
