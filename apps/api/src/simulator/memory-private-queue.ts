import { FAILOVER_RECENT_MS } from '#domain/operation/lost-commits';
import { isTerminal } from '#domain/operation/operation';
import type { PrivateTransactions } from '../ports/private-transactions.ts';
import {
  isOurs,
  type PrivateTransactionRow,
  type PrivateTransactionRows,
} from './memory-private-rows.ts';
import { obstacleOf, storeConsolidation, storePrivateTransaction } from './memory-private-rules.ts';

/** Runs one step between two network round trips. */
export type Statement = <T>(run: () => T) => Promise<T>;

/** The calls that change the queue from outside: new and cancelled payments, wallets that open or catch up. */
export function queueCalls(
  rows: PrivateTransactionRows,
  statement: Statement,
): Pick<
  PrivateTransactions,
  | 'store'
  | 'obstacle'
  | 'storeConsolidation'
  | 'waiting'
  | 'usersWaiting'
  | 'unlock'
  | 'sealAgain'
  | 'seen'
  | 'cancel'
> {
  return {
    store: (request) => statement(() => storePrivateTransaction(rows, request)),
    obstacle: (userId) => statement(() => obstacleOf(rows, userId)),
    storeConsolidation: (request, notSince) =>
      statement(() => storeConsolidation(rows, request, notSince)),
    waiting: () => statement(() => rows.waiting().length),
    usersWaiting: () =>
      statement(() => {
        const isWaiting = (row: PrivateTransactionRow) =>
          rows.isIn('created')(row) || rows.isIn('needs_unlock')(row);
        const found = rows
          .all()
          .filter((row) => isWaiting(row) && !isOurs(row) && row.spender === null);
        return [...new Set(found.map(({ request }) => request.details.userId))];
      }),
    unlock: (userId) =>
      statement(() => {
        for (const row of rows.ofUser(userId)) if (row.spender === null) rows.unlock(row);
      }),
    sealAgain: (userId, operationId, spender) =>
      statement(() => {
        const row = rows.ofUser(userId).find(({ request }) => request.details.id === operationId);
        const isOfIt = row !== undefined && row.spender?.address === spender.address;
        if (!isOfIt || !(rows.isIn('created')(row) || rows.isIn('needs_unlock')(row))) return false;
        row.spender = spender;
        rows.unlock(row);
        return true;
      }),
    seen: (userIds, block) =>
      statement(() => {
        for (const row of userIds.flatMap(rows.ofUser)) {
          const operation = rows.now(row);
          const isMined = 'inclusion' in operation && operation.inclusion.blockNumber <= block;
          if (isTerminal(operation) || isMined) row.isReleased = true;
        }
      }),
    cancel: (userId, operationId, at) =>
      statement(() => {
        const row = rows.ofUser(userId).find(({ request }) => request.details.id === operationId);
        if (row === undefined || isOurs(row) || mayHaveBeenSent(rows, row, at)) return false;
        return rows.endAll([row], 'cancelled', at) > 0;
      }),
  };
}

/** Whether a failover of the last day may have lost its signature: its proof is older, and was due, or is missing. */
export function mayHaveBeenSent(
  { repository: { server } }: PrivateTransactionRows,
  { provedAt, request }: PrivateTransactionRow,
  now: Date,
): boolean {
  const seenAt = server.seenAt.get(server.timeline);
  if (seenAt === null) return false;
  const since = seenAt ?? now;
  if (now.getTime() - since.getTime() >= FAILOVER_RECENT_MS) return false;
  return provedAt === null || (provedAt < since && (request.later?.at ?? provedAt) < since);
}
