import type pg from 'pg';
import type { PublicAddress } from '#domain/address/address';
import type { Operations } from '../../../ports/operations.ts';
import { createQueueByKey } from '../connection/queue-by-key.ts';
import { readAll, statement } from '../connection/statement.ts';
import { UUID } from '../connection/uuid.ts';
import {
  claim,
  createPostgresFollowedOperations,
  later,
  OBSERVED,
  observe,
  REQUESTED,
  UPDATE_CLAIMED,
} from './followed-operations.ts';
import { countOpen, IS_NO_CLAIM, readHolds, readPaidRecipients } from './operation-reads.ts';
import { requestOfOperation } from './operation-request.ts';
import { LADDER, MOVED_NOTHING, type ObservedRow, type OperationRow } from './operation-rows.ts';
import { planNext, signNext } from './operation-sign.ts';
import { createPostgresRecovered } from './recovered-transactions.ts';

/**
 * The operation repository in PostgreSQL.
 * Times are those of the caller, so that a lease is judged by one clock for each process.
 * @returns the port over a pool of connections.
 */
export function createPostgresOperations({ pool }: { readonly pool: pg.Pool }): Operations {
  const inOrder = createQueueByKey();
  return {
    ...createPostgresFollowedOperations({ pool }),
    listOpen: (userId) => observe(pool, LIST_OPEN, [userId]),
    listFailedPrivateTransactions: ({ userId, chainId }, { before, limit }) =>
      observe(pool, LIST_FAILED_PRIVATE_TRANSACTIONS, [userId, chainId, before, limit]),
    countOpen: () => countOpen(pool),
    holds: (account, since) => readHolds(pool, account, since),
    paidRecipients: (payer, limit) => readPaidRecipients(pool, payer, limit),
    recipients: async (userId) =>
      (await readAll(pool, RECIPIENTS, [userId])).map((row) => row.recipient),
    // The lock is the database's; queueing here keeps those who wait for it from holding connections.
    signNext: (request, sign, leaseMs) =>
      inOrder(`${request.details.chainId} ${request.details.account}`, () =>
        signNext(pool, { request, sign, leaseMs }),
      ),
    planNext: (request) => planNext(pool, request),
    claimOpen: ({ now, leaseMs, limit, afterId }) =>
      claim(pool, CLAIM_OPEN, [limit, later(now, leaseMs), afterId]),
    ...createPostgresRecovered(pool),
    request: async (request) => UUID.test(request.operationId) && requestOfOperation(pool, request),
  };
}

const NEWEST_FIRST = 'order by o.created_at desc, o.id desc';

export const LIST_OPEN = statement<ObservedRow>(
  `${OBSERVED} where ${REQUESTED} and o.ended_at is null ${NEWEST_FIRST}`,
);

/** Values: $2 chain, $3 a time or null, $4 limit. */
export const LIST_FAILED_PRIVATE_TRANSACTIONS = statement<ObservedRow>(`${OBSERVED}
  where ${REQUESTED} and o.chain_id = $2 and o.kind in ('unshield', 'internal-transfer')
    and o.status in (${MOVED_NOTHING})
    and ($3::timestamptz is null or o.created_at < $3)
  ${NEWEST_FIRST} limit $4`);

export const RECIPIENTS = statement<{ readonly recipient: PublicAddress }>(
  `select distinct recipient from operations where user_id = $1 and kind in ('send', 'unshield') and ${IS_NO_CLAIM}
   order by recipient`,
);

/** Values: $1 limit, $2 end of the lease, $3 the last id of the page before or null. */
export const CLAIM_OPEN = statement<OperationRow>(`
  with due as (
    select o.id from operations o
    where o.ended_at is null and o.signed_at is not null and ($3::uuid is null or o.id > $3::uuid)
    order by o.id limit $1 for update
  ), claimed as (${UPDATE_CLAIMED})
  select o.*, ${LADDER} from claimed o order by o.id`);
