import type pg from 'pg';
import type { ProvedJob, ProvedQueue } from '../../../ports/private-transactions.ts';
import type { ProtectionTrust } from '../accounts/protection-rows.ts';
import { createQueueByKey } from '../connection/queue-by-key.ts';
import { run, statement } from '../connection/statement.ts';
import { CLAIMED, claim, claimingOf } from './private-transaction-claim.ts';
import { endUnsigned, failClaimed } from './private-transaction-end.ts';
import { listSent, repricePrivateTransaction } from './private-transaction-reprice.ts';
import { type PrivateTransactionRow, provedJobOf } from './private-transaction-rows.ts';
import { adoptPrivateTransaction, signPrivateTransaction } from './private-transaction-sign.ts';
import { findingOf, type LockedRow, lockingOf, MAY_HAVE_BEEN_SENT } from './unsigned-operations.ts';

/**
 * Private transactions from when they are proved until they are signed, and when they are re-priced, in PostgreSQL.
 * Times are those of the caller.
 */
export function createPostgresProvedQueue(
  { pool }: { readonly pool: pg.Pool },
  trust: ProtectionTrust,
): ProvedQueue {
  const inOrder = createQueueByKey();
  return {
    fail: (job, reason, at) => failClaimed(pool, job, { reason, at }),
    claimProved: async (options) => (await claim(pool, CLAIM_PREPARED, options)).map(provedJobOf),
    // The lock is the database's; queueing here keeps those who wait for it from holding connections.
    sign: (job, pricing, sign) =>
      inOrder(`${job.operation.chainId} ${job.operation.account}`, () =>
        signPrivateTransaction(pool, job, { pricing, sign, trust }),
      ),
    listSent: (chainId) => listSent(pool, chainId),
    reprice: (operation, run, sign) =>
      inOrder(`${operation.chainId} ${operation.account}`, () =>
        repricePrivateTransaction(pool, operation, { ...run, sign }),
      ),
    adopt: (job, transaction, now) => adoptPrivateTransaction(pool, job, { transaction, now }),
    postpone: async ({ operation, epoch }: ProvedJob, until) =>
      void (await run(pool, POSTPONE, [operation.id, epoch, until])),
    expire: async (dueBefore, at) => {
      const values = [dueBefore];
      if ((await run(pool, FIND_OVERDUE, values)) === 0) return 0;
      return endUnsigned(pool, { lock: LOCK_OVERDUE, values, reason: 'expired', at });
    },
  };
}

export const CLAIM_PREPARED = statement<PrivateTransactionRow>(claimingOf('prepared'));

/** What is sent later is still proved immediately, so its age counts from its send time. */
const IS_OVERDUE = `coalesce(s.send_at, o.created_at) < $1 and not ${MAY_HAVE_BEEN_SENT}`;

export const FIND_OVERDUE = statement(findingOf(IS_OVERDUE));

export const LOCK_OVERDUE = statement<LockedRow>(lockingOf(IS_OVERDUE));

export const POSTPONE = statement(
  `update operations set due_at = $3 where ${CLAIMED} and status = 'prepared'`,
);
