import type pg from 'pg';
import type { PrivateRequests } from '../../../ports/private-transactions.ts';
import { statement } from '../connection/statement.ts';
import { UUID } from '../connection/uuid.ts';
import { requestPrecompute } from './precompute-requests.ts';
import { endUnsigned } from './private-transaction-end.ts';
import { sealSpenderAgain } from './private-transaction-lock.ts';
import {
  countWaiting,
  findObstacle,
  storePrivateTransaction,
} from './private-transaction-store.ts';
import { type LockedRow, lockingOf, MAY_HAVE_BEEN_SENT } from './unsigned-operations.ts';

/** What users request of private transactions, in PostgreSQL. */
export function createPostgresPrivateRequests({
  pool,
}: {
  readonly pool: pg.Pool;
}): PrivateRequests {
  return {
    store: (request) => storePrivateTransaction(pool, request),
    obstacle: (userId) => findObstacle(pool, userId),
    waiting: () => countWaiting(pool),
    requestPrecompute: (request, now) => requestPrecompute(pool, request, now),
    sealAgain: async (userId, operationId, spender) =>
      UUID.test(operationId) && sealSpenderAgain(pool, { userId, operationId }, spender),
    cancel: async (userId, operationId, at) => {
      if (!UUID.test(operationId)) return false;
      const values = [operationId, userId];
      return (await endUnsigned(pool, { lock: LOCK_OF_USER, values, reason: 'cancelled', at })) > 0;
    },
  };
}

/** No one requested a consolidation, so no one cancels it. */
export const LOCK_OF_USER = statement<LockedRow>(
  lockingOf(
    `o.id = $1 and o.user_id = $2 and o.kind <> 'consolidation' and not ${MAY_HAVE_BEEN_SENT}`,
  ),
);
