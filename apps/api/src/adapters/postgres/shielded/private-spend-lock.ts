import type pg from 'pg';
import type { SpendJob } from '../../../ports/private-spends.ts';
import { inTransaction } from '../connection/transaction.ts';
import { saveStatement } from '../operations/operation-record.ts';
import { PRIVATE_SPENDS_CHANNEL } from './private-spend-store.ts';
import {
  hasUnsigned,
  IS_CLAIMED,
  lockUnsigned,
  saveLocked,
  transitionsOf,
} from './unsigned-operations.ts';

/** Its proof begins again. */
const SAVE_UNPROVED = saveStatement({
  parts: ['spend as (update private_spends s set share = null from o where s.operation_id = o.id)'],
});

/** Takes a claimed payment out of the queue until its wallet is open. @returns false when the claim was lost. */
export function lockSpend(pool: pg.Pool, { operationId, epoch }: SpendJob): Promise<boolean> {
  return inTransaction(pool, async (connection) => {
    const found = await lockUnsigned(connection, IS_CLAIMED, [operationId, epoch]);
    const locked = transitionsOf(found, { type: 'locked' });
    await saveLocked(connection, SAVE_UNPROVED, { transitions: locked });
    return locked.length > 0;
  });
}

const NEEDS_UNLOCK = "o.user_id = $1 and o.status = 'needs_unlock'";

/** Puts what waits for a user's wallet back into its place in the queue. */
export async function unlockSpends(pool: pg.Pool, userId: string): Promise<void> {
  if (!(await hasUnsigned(pool, NEEDS_UNLOCK, [userId]))) return;
  await inTransaction(pool, async (connection) => {
    const found = await lockUnsigned(connection, NEEDS_UNLOCK, [userId]);
    const unlocked = transitionsOf(found, { type: 'unlocked' }).map((each) => ({
      ...each,
      dueAt: each.next.createdAt,
    }));
    await saveLocked(connection, SAVE_UNPROVED, { transitions: unlocked });
    await connection.query(`select pg_notify('${PRIVATE_SPENDS_CHANNEL}', '')`);
  });
}
