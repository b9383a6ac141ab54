import type pg from 'pg';
import { isOpen } from '#domain/operation/operation';
import type { FoundOperation, OpenOperations } from '../../../ports/open-operations.ts';
import type { Operations } from '../../../ports/operations.ts';
import { readAll, readFirst, statement } from '../connection/statement.ts';
import { UUID } from '../connection/uuid.ts';
import { OBSERVED } from './followed-operations.ts';
import { recordUpdates } from './operation-record.ts';
import { requestOfOperation } from './operation-request.ts';
import {
  headsOf,
  LADDER,
  type ObservedRow,
  type OperationRow,
  operationOf,
  progressOf,
  signedOperationOf,
} from './operation-rows.ts';

export const LIST_ALL_OPEN = statement<ObservedRow>(
  `${OBSERVED} where o.ended_at is null order by o.created_at, o.id`,
);

export const FIND_ANY = statement<ObservedRow>(`${OBSERVED} where o.id = $1`);

/** Values: $1 operation, $2 end of the lease, $3 the latest time at which it may be due. */
export const CLAIM_ONE = statement<OperationRow>(`
  with claimed as (
    update operations c set due_at = $2, lease_epoch = c.lease_epoch + 1
    where c.id = $1 and c.signed_at is not null and c.ended_at is null and c.due_at <= $3
    returning c.*
  )
  select o.*, ${LADDER} from claimed o`);

/** The open operations of all users in PostgreSQL. Times are those of the caller. */
export function createPostgresOpenOperations({ pool }: { readonly pool: pg.Pool }): OpenOperations {
  return {
    list: async () => (await readAll(pool, LIST_ALL_OPEN)).map(foundOf),
    async find(operationId) {
      if (!UUID.test(operationId)) return null;
      const row = await readFirst(pool, FIND_ANY, [operationId]);
      return row === null ? null : foundOf(row);
    },
    async claim(operationId, { now, leaseMs, dueBefore }) {
      if (!UUID.test(operationId)) return null;
      const leaseEnd = new Date(now.getTime() + leaseMs);
      const row = await readFirst(pool, CLAIM_ONE, [operationId, leaseEnd, dueBefore]);
      if (row === null) return null;
      const operation = signedOperationOf(row);
      return isOpen(operation) ? { operation, epoch: row.lease_epoch } : null;
    },
  };
}

/** What whoever runs Kax changes about an operation. */
export function createPostgresOperatorChanges({
  pool,
}: {
  readonly pool: pg.Pool;
}): Pick<Operations, 'record' | 'request'> {
  return {
    record: (updates) => recordUpdates(pool, updates),
    request: async (request) => UUID.test(request.operationId) && requestOfOperation(pool, request),
  };
}

function foundOf(row: ObservedRow): FoundOperation {
  return {
    operation: operationOf(row),
    heads: headsOf(row),
    progress: progressOf(row),
    dueAt: row.due_at,
    epoch: row.lease_epoch,
  };
}
