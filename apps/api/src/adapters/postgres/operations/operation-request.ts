import type pg from 'pg';
import { canHappen, transition } from '#domain/operation/transition';
import type { Operations } from '../../../ports/operations.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction } from '../connection/transaction.ts';
import { RECORD, saveTransitions } from './operation-record.ts';
import { LADDER, type OperationRow, signedOperationOf, UNREQUESTED } from './operation-rows.ts';

/** Values: $1 operation, $2 user or null for an operator. */
export const LOCK_OPEN = statement(`
  select 1 from operations
  where id = $1 and ($2::uuid is null or user_id = $2::uuid and kind not in (${UNREQUESTED}))
    and signed_at is not null and ended_at is null
  for update`);

/** Read under the lock: what waited for it sees everything that was stored meanwhile. */
export const READ_LOCKED = statement<OperationRow>(
  `select o.*, ${LADDER} from operations o where o.id = $1`,
);

/** Lets a user's or an operator's request happen to a signed operation; every claim of it becomes invalid. */
export function requestOfOperation(
  pool: pg.Pool,
  { userId, operationId, event, now }: Parameters<Operations['request']>[0],
): Promise<boolean> {
  return inTransaction(pool, async (connection) => {
    if ((await run(connection, LOCK_OPEN, [operationId, userId])) === 0) return false;
    const row = await readFirst(connection, READ_LOCKED, [operationId]);
    if (row === null) return false;
    const operation = signedOperationOf(row);
    if (!canHappen(operation, event)) return false;
    const claim = { operation, epoch: row.lease_epoch };
    const next = transition(operation, event);
    const transitions = [{ claim, next, dueAt: now, endsClaim: true }];
    const saved = await saveTransitions(connection, RECORD, { transitions });
    return saved.length === 1;
  });
}
