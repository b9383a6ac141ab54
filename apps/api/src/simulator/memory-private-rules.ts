import { isSigned, isTerminal, type Operation, startOperation } from '#domain/operation/operation';
import { isWithoutEffect } from '#domain/operation/outcome';
import { canHappen } from '#domain/operation/transition';
import type { PrivateTransactionProgress } from '../ports/operations.ts';
import type {
  PrivateTransactionJob,
  PrivateTransactionRequest,
  ProvedJob,
  StorePrivateTransactionOutcome,
  StoringObstacle,
} from '../ports/private-transactions.ts';
import { endClaim } from './memory-claims.ts';
import { claimRequest } from './memory-payment-requests.ts';
import {
  isOurs,
  type PrivateTransactionRow,
  type PrivateTransactionRows,
} from './memory-private-rows.ts';
import { findByKey } from './memory-repository.ts';
import { mayTakePlan, takePlan } from './memory-signing-plans.ts';

const MOST_WAITING = 40;

/** Stores a payment and adds it to the queue. */
export function storePrivateTransaction(
  rows: PrivateTransactionRows,
  request: PrivateTransactionRequest,
): StorePrivateTransactionOutcome {
  const { userId, createdAt } = request.details;
  if (rows.repository.removedUsers.has(userId)) return { kind: 'user-removed' };
  const same = findByKey(rows.repository, userId, request.idempotencyKey);
  if (same !== null && rows.store.flaw !== 'forgets-keys') return { kind: 'exists', ...same };
  if (rows.repository.frozenUsers.has(userId)) return { kind: 'frozen' };
  const mine = rows.ofUser(userId);
  const obstacle = obstacleOf(rows, userId);
  if (obstacle !== null) return obstacle;
  if (!mayTakePlan(rows.repository, request)) return { kind: 'plan-over' };
  const isTaken = claimRequest(rows.repository, request);
  if (!isTaken && rows.store.flaw !== 'claims-besides') return { kind: 'request-over' };
  if (!endClaim(rows.repository, request)) return { kind: 'claim-over' };
  takePlan(rows.repository, request);
  rows.endAll(mine.filter(isOurs), 'cancelled', createdAt);
  return { kind: 'stored', operation: add(rows, request) };
}

/** @returns what keeps a payment of this user from being stored now; null for nothing */
export function obstacleOf(rows: PrivateTransactionRows, userId: string): StoringObstacle | null {
  const open = rows
    .ofUser(userId)
    .find((row) => !row.isReleased && !isTerminal(rows.now(row)) && !isOurs(row));
  if (open !== undefined) return { kind: 'open', operationId: open.request.details.id };
  return rows.waiting().length >= MOST_WAITING ? { kind: 'queue-full' } : null;
}

/** @returns whether a consolidation was stored: only when nothing else is in progress. */
export function storeConsolidation(
  rows: PrivateTransactionRows,
  request: PrivateTransactionRequest,
  notSince: Date,
): boolean {
  const { userId, chainId } = request.details;
  if (rows.repository.removedUsers.has(userId)) return false;
  const ofTheirs = [...rows.repository.entries.values()]
    .map(({ operation }) => operation)
    .filter((operation) => operation.userId === userId);
  const isBusy =
    rows.all().some(rows.isIn('created')) ||
    rows.ofUser(userId).some((row) => !row.isReleased) ||
    ofTheirs.some(
      (o) =>
        !isTerminal(o) ||
        (o.kind === 'consolidation' && o.chainId === chainId && o.createdAt >= notSince),
    );
  if (!isBusy) add(rows, request);
  return !isBusy;
}

function add(
  { repository, store, notify }: PrivateTransactionRows,
  request: PrivateTransactionRequest,
): Operation {
  const { details, idempotencyKey, fingerprint } = request;
  const operation = startOperation(details);
  const dueAt = details.createdAt;
  repository.entries.set(details.id, { idempotencyKey, fingerprint, operation, epoch: 0, dueAt });
  const unproved = { share: null, proved: null, provedAt: null, isReleased: false, isFound: false };
  store.rows.set(details.id, { request, spender: request.terms.spender, ...unproved });
  notify();
  return operation;
}

/** Claims what is due in this status: payments first, then consolidations, each oldest first. */
export function claimPrivateTransactions(
  rows: PrivateTransactionRows,
  status: 'created' | 'prepared',
  batch: {
    readonly now: Date;
    readonly leaseMs: number;
    readonly limit: number;
    readonly except?: readonly string[];
  },
): readonly PrivateTransactionRow[] {
  const { entry, now, isIn } = rows;
  const isDue = (row: PrivateTransactionRow) => isIn(status)(row) && entry(row).dueAt <= batch.now;
  const isExcepted = ({ request }: PrivateTransactionRow) =>
    batch.except?.includes(request.details.userId) ?? false;
  const due = rows
    .all()
    .filter((row) => isDue(row) && !isExcepted(row) && !waitsForNotes(rows, row));
  due.sort(
    (left, right) =>
      Number(isOurs(left)) - Number(isOurs(right)) || compareByTime(now(left), now(right)),
  );
  const taken = due.slice(0, batch.limit);
  for (const row of taken) {
    entry(row).epoch += 1;
    entry(row).dueAt = new Date(batch.now.getTime() + batch.leaseMs);
  }
  return taken;
}

function waitsForNotes(
  { now, ofUser }: PrivateTransactionRows,
  { request }: PrivateTransactionRow,
): boolean {
  return ofUser(request.details.userId).some(
    (row) => isOurs(row) && !row.isReleased && isSigned(now(row)) && !isTerminal(now(row)),
  );
}

/** Stores a proof and reserves its notes. */
export function saveProved(
  rows: PrivateTransactionRows,
  job: PrivateTransactionJob,
  given: {
    readonly proved: ProvedJob['call'];
    readonly at: Date;
    readonly isOnNetwork: boolean;
  },
): 'stored' | 'notes-taken' | 'lost' {
  const { store, entry, now } = rows;
  const { proved, at, isOnNetwork } = given;
  const row = rows.claimed(job);
  const event = { type: 'prepared', broadcasterFee: proved.broadcasterFee } as const;
  if (row === null || !canHappen(now(row), event)) return 'lost';
  const nullifiers = proved.nullifiers.map((each) => each.toLowerCase() as `0x${string}`);
  const notes = nullifiers.map((nullifier) => `${now(row).chainId} ${nullifier}`);
  const isFreeForIt = (note: string) =>
    store.flaw === 'reserves-nothing' || isFree(rows, note, job.operationId);
  if (!notes.every(isFreeForIt)) return 'notes-taken';
  rows.apply(row, event);
  Object.assign(row, {
    ...{ proved: { ...proved, nullifiers }, provedAt: at, share: 1, isFound: isOnNetwork },
  });
  entry(row).epoch += 1;
  entry(row).dueAt = isOnNetwork ? at : (row.request.later?.at ?? at);
  for (const note of notes) store.reserved.set(note, job.operationId);
  return 'stored';
}

function isFree(
  { store, now }: PrivateTransactionRows,
  note: string,
  operationId: string,
): boolean {
  const holder = store.rows.get(store.reserved.get(note) ?? '');
  if (holder === undefined || holder.request.details.id === operationId) return true;
  return isWithoutEffect(now(holder));
}

/** @returns the progress of a private operation; null for a public one. */
export function progressOf(
  rows: PrivateTransactionRows,
  operation: Operation,
): PrivateTransactionProgress | null {
  const row = rows.store.rows.get(operation.id);
  if (row === undefined) return null;
  const { share, request } = row;
  const isWaiting = operation.status === 'created' && share === null;
  const before = rows.waiting().filter((other) => compareByTime(rows.now(other), operation) < 0);
  const { later, details } = request;
  return {
    place: isWaiting ? before.length : null,
    share,
    sendWindow: later && { from: details.createdAt, to: later.windowEnd },
  };
}

/** @returns the price that a proof of the row is bound to; null when it is bound to none. */
export function leastGasPriceOf({ request }: PrivateTransactionRow): bigint | null {
  return request.terms.fee === null ? null : request.terms.gasPrice;
}

/** Oldest first. */
export function compareByTime(left: Operation, right: Operation): number {
  const ms = left.createdAt.getTime() - right.createdAt.getTime();
  if (ms !== 0) return ms;
  return left.id < right.id ? -1 : Number(left.id > right.id);
}
