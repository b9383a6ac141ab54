import type pg from 'pg';
import type { ClaimSpender, PrivateTransactionJob } from '../../../ports/private-transactions.ts';
import { run, statement } from '../connection/statement.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import { type SavedRow, savingOf } from '../operations/operation-record.ts';
import { PRIVATE_TRANSACTIONS_CHANNEL } from './private-transaction-store.ts';
import {
  findingOf,
  LOCK_CLAIMED,
  type LockedOperation,
  type LockedRow,
  lockingOf,
  lockUnsigned,
  saveLocked,
  transitionsOf,
} from './unsigned-operations.ts';

/** Its proof begins again. */
export const SAVE_UNPROVED = statement<SavedRow>(
  savingOf({
    parts: [
      'private_part as (update private_transactions s set share = null from o where s.operation_id = o.id)',
    ],
  }),
);

/** Takes a claimed payment out of the queue until its wallet is open. @returns false when the claim was lost. */
export function lockPrivateTransaction(
  pool: pg.Pool,
  { operationId, epoch }: PrivateTransactionJob,
): Promise<boolean> {
  return inTransaction(pool, async (connection) => {
    const found = await lockUnsigned(connection, LOCK_CLAIMED, [operationId, epoch]);
    const locked = transitionsOf(found, { type: 'locked' });
    await saveLocked(connection, SAVE_UNPROVED, { transitions: locked });
    return locked.length > 0;
  });
}

/** The end of a claim waits for its own wallet, not for the user's. */
const NEEDS_UNLOCK = "o.user_id = $1 and o.status = 'needs_unlock' and s.spender is null";

export const FIND_WAITING = statement(findingOf(NEEDS_UNLOCK));

export const LOCK_WAITING = statement<LockedRow>(lockingOf(NEEDS_UNLOCK));

export const NOTIFY_PROVER = statement(`select pg_notify('${PRIVATE_TRANSACTIONS_CHANNEL}', '')`);

/** Puts what is waiting for a user's wallet back into its place in the queue. */
export async function unlockPrivateTransactions(pool: pg.Pool, userId: string): Promise<void> {
  if ((await run(pool, FIND_WAITING, [userId])) === 0) return;
  await inTransaction(pool, async (connection) => {
    const found = await lockUnsigned(connection, LOCK_WAITING, [userId]);
    await putBack(connection, found);
  });
}

async function putBack(connection: Queryable, found: readonly LockedOperation[]): Promise<void> {
  const unlocked = transitionsOf(found, { type: 'unlocked' }).map((each) => ({
    ...each,
    dueAt: each.next.createdAt,
  }));
  await saveLocked(connection, SAVE_UNPROVED, { transitions: unlocked });
  await run(connection, NOTIFY_PROVER);
}

/** Values: $1 operation, $2 user, $3 address of the wallet. */
export const LOCK_SPENDING = statement<LockedRow>(
  lockingOf(
    `o.id = $1 and o.user_id = $2 and s.spender = $3 and o.status in ('created', 'needs_unlock')`,
  ),
);

export const SEAL_AGAIN = statement(
  'update private_transactions set sealed_spender = $2 where operation_id = $1',
);

/** Seals the wallet of a claim for another run, and puts what waited for that back into its place in the queue. */
export function sealSpenderAgain(
  pool: pg.Pool,
  { userId, operationId }: Pick<PrivateTransactionJob, 'userId' | 'operationId'>,
  { address, sealed }: ClaimSpender,
): Promise<boolean> {
  return inTransaction(pool, async (connection) => {
    const found = await lockUnsigned(connection, LOCK_SPENDING, [operationId, userId, address]);
    if (found.length === 0) return false;
    await run(connection, SEAL_AGAIN, [operationId, sealed]);
    await putBack(
      connection,
      found.filter(({ operation }) => operation.status === 'needs_unlock'),
    );
    return true;
  });
}
