import type pg from 'pg';
import { createQueueByKey } from '../connection/queue-by-key.ts';
import { run, statement } from '../connection/statement.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';

/** One change at a time of what a user has where no index can decide, and none of a user who is being removed. */
export const LOCK_OWNER = statement('select 1 from users where id = $1 for no key update');

/** Locks the user's row for the transaction. @returns false when the user was removed */
export async function lockOwner(connection: Queryable, userId: string): Promise<boolean> {
  return (await run(connection, LOCK_OWNER, [userId])) > 0;
}

/** Works in a transaction under the lock of its user. */
export type UnderOwnerLock = <T>(
  userId: string,
  work: (connection: Queryable) => Promise<T>,
) => Promise<T | 'user-removed'>;

/** @returns what lets those who wait for one user's lock queue here, where they hold no connection of the pool */
export function createOwnerLock(pool: pg.Pool): UnderOwnerLock {
  const inOrder = createQueueByKey();
  return <T>(userId: string, work: (connection: Queryable) => Promise<T>) =>
    inOrder(userId, () =>
      inTransaction(
        pool,
        async (connection): Promise<T | 'user-removed'> =>
          (await lockOwner(connection, userId)) ? work(connection) : 'user-removed',
      ),
    );
}
