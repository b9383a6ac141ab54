import { sharesAllowance } from '#domain/operation/allowance';
import { checkFunds } from '#domain/operation/check-funds';
import { isFollowed } from '#domain/operation/following';
import { BALANCE_LAG_MS } from '#domain/operation/holds';
import { type AccountRecords, doubtOf } from '#domain/operation/lost-commits';
import { afterAll, noncesFor, nonceToFill } from '#domain/operation/next-nonce';
import {
  isOpen,
  isPrivateTransaction,
  isRequested,
  isTerminal,
  type Operation,
  startOperation,
} from '#domain/operation/operation';
import { isWithoutEffect } from '#domain/operation/outcome';
import { canHappen, transition } from '#domain/operation/transition';
import type {
  ClaimedOperation,
  NextNonces,
  Operations,
  OperationUpdate,
  PrivateTransactionProgress,
  SigningRequest,
  SignOutcome,
  SignWithNonces,
} from '../ports/operations.ts';
import type { RecordedAccount } from '../ports/recovered-transactions.ts';
import { accountKeyOf, lock, openTransaction } from './account-locks.ts';
import type { AlterRecords } from './flawed-records.ts';
import { endClaim } from './memory-claims.ts';
import { readNonceState } from './memory-nonces.ts';
import { claimRequest } from './memory-payment-requests.ts';
import {
  countOpen,
  isOfAnother,
  isOfUser,
  observe,
  paidRecipientsOf,
  readHolds,
  recipientsOf,
  stillInReading,
} from './memory-reads.ts';
import { createMemoryRecovered, readRecords } from './memory-recovered.ts';
import { type Entry, findByKey, type MemoryRepository } from './memory-repository.ts';
import { takePlan } from './memory-signing-plans.ts';
import { takeStep } from './swaps/memory-swaps.ts';

interface MemoryOperationsOptions {
  /** Takes as long as a network round trip; called before and after every statement. */
  readonly roundTrip?: () => Promise<void>;
  /** The process whose locks are released when it dies. */
  readonly owner?: object;
  /** Calls `end` when a transaction has lasted for as long as the database lets one wait for its process. */
  readonly endIdle?: (end: () => void) => void;
  /** The time of the server; the real one where none is given. */
  readonly now?: () => Date;
  /** Breaks what is believed of the records of accounts. */
  readonly alterRecords?: AlterRecords;
  /** Breaks which operations are believed to use one allowance. */
  readonly isShared?: typeof sharesAllowance;
  /** The progress of a private operation; null for a public one. */
  readonly progressOf?: (operation: Operation) => PrivateTransactionProgress | null;
}

/**
 * The operations in memory, with the same guarantees as in PostgreSQL: a commit is one synchronous step, and a
 * caller that waits for a response may never get it.
 * @param options without them nothing waits and no operation is private.
 */
export function createMemoryOperations(
  repository: MemoryRepository,
  options: MemoryOperationsOptions = {},
): Operations {
  const {
    progressOf = () => null,
    now = () => new Date(),
    alterRecords = (known) => known,
  } = options;
  const signing = { ...NO_ADVERSITY, ...options };
  const recordsOf = (account: RecordedAccount) =>
    alterRecords(readRecords(repository, account, now()));
  const observed = (isWanted: (operation: Operation) => boolean) =>
    observe(repository, isWanted, progressOf);
  async function statement<T>(run: () => T): Promise<T> {
    const requireServer = connect(repository);
    await signing.roundTrip();
    requireServer();
    const result = run();
    await signing.roundTrip();
    requireServer();
    return result;
  }
  return {
    findByKey: (userId, key) => statement(() => findByKey(repository, userId, key)),
    find: (userId, id) =>
      statement(() => observed((o) => isOfUser(o, userId) && o.id === id)[0] ?? null),
    listOpen: (userId) => statement(() => observed((o) => isOfUser(o, userId) && !isTerminal(o))),
    listFailedPrivateTransactions: ({ userId, chainId }, { before, limit }) =>
      statement(() => {
        const isWanted = (o: Operation) =>
          isOfUser(o, userId) &&
          o.chainId === chainId &&
          isPrivateTransaction(o) &&
          isWithoutEffect(o) &&
          (before === null || o.createdAt < before);
        return observed(isWanted).slice(0, limit);
      }),
    countOpen: () => statement(() => countOpen(repository)),
    holds: (account, since) => statement(() => readHolds(repository, account, since)),
    isOfAnother: (operation, hash) => statement(() => isOfAnother(repository, operation, hash)),
    paidRecipients: (payer, limit) => statement(() => paidRecipientsOf(repository, payer, limit)),
    recipients: (userId) => statement(() => recipientsOf(repository, userId)),
    signNext: (request, sign, leaseMs) =>
      signNext(repository, { request, sign, leaseMs }, { ...signing, recordsOf }),
    planNext: (request) =>
      statement(() => {
        const isDoubted = doubtOf(recordsOf(request.details), request.chainState) !== null;
        return planUnderLock(repository, request, { isDoubted, isShared: signing.isShared });
      }),
    claimDue: ({ now, leaseMs, limit }) =>
      statement(() => {
        const due = [...repository.entries.values()].filter(
          (entry) => isFollowed(entry.operation, now) && entry.dueAt <= now,
        );
        due.sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
        return claim(due.slice(0, limit), now, leaseMs);
      }),
    claimOpen: ({ now, leaseMs, limit, afterId }) =>
      statement(() => {
        const after = open(repository).filter((e) => afterId === null || e.operation.id > afterId);
        after.sort((a, b) => (a.operation.id < b.operation.id ? -1 : 1));
        return claim(after.slice(0, limit), now, leaseMs);
      }),
    record: (updates) => statement(() => record(repository, updates)),
    ...createMemoryRecovered(repository, { statement, now, recordsOf }),
    request: (request) => statement(() => applyRequest(repository, request)),
    saveHeads: (chainId, heads) =>
      statement(() => {
        repository.heads.set(chainId, heads);
      }),
  };
}

const NO_ADVERSITY = {
  roundTrip: async () => {},
  owner: {},
  endIdle: () => {},
  isShared: sharesAllowance,
} satisfies MemoryOperationsOptions;

interface SigningOptions
  extends Required<Pick<MemoryOperationsOptions, keyof typeof NO_ADVERSITY>> {
  readonly recordsOf: (account: RecordedAccount) => AccountRecords;
}

async function signNext(
  repository: MemoryRepository,
  { request, ...signing }: SigningCall,
  { roundTrip, owner, endIdle, recordsOf, isShared }: SigningOptions,
): Promise<SignOutcome> {
  const requireServer = connect(repository);
  const { details, chainState } = request;
  const key = accountKeyOf(details);
  await roundTrip();
  await lock(repository.locks, key, owner);
  const transaction = openTransaction(repository.locks, key, owner);
  endIdle(transaction.end);
  const commit = async () => {
    await roundTrip();
    transaction.requireOpen();
    requireServer();
  };
  try {
    requireServer();
    const isDoubted = doubtOf(recordsOf(details), chainState) !== null;
    return await signUnderLock(repository, request, {
      ...{ ...signing, commit, isDoubted, isShared },
    });
  } finally {
    transaction.end();
    await roundTrip();
    requireServer();
  }
}

/** @returns what throws when another server is the database by now: every connection to the one before is lost */
function connect({ server }: MemoryRepository): () => void {
  const { timeline } = server;
  return () => {
    if (server.timeline !== timeline) throw new Error('The connection was lost.');
  };
}

function open(repository: MemoryRepository): Entry[] {
  return [...repository.entries.values()].filter((entry) => isOpen(entry.operation));
}

interface SigningCall extends Pick<SigningTransaction, 'sign' | 'leaseMs'> {
  readonly request: SigningRequest;
}

interface SigningTransaction {
  readonly sign: SignWithNonces;
  readonly leaseMs: number;
  /** Rejects when the transaction was ended meanwhile; what follows at once is committed. */
  readonly commit: () => Promise<void>;
  readonly isDoubted: boolean;
  readonly isShared: typeof sharesAllowance;
}

function planUnderLock(
  repository: MemoryRepository,
  request: SigningRequest,
  { isDoubted, isShared }: Pick<SigningTransaction, 'isDoubted' | 'isShared'>,
): NextNonces | Exclude<SignOutcome, { kind: 'signed' }> {
  const { details, chainState, idempotencyKey } = request;
  if (repository.removedUsers.has(details.userId)) return { kind: 'user-removed' };
  const existing = findByKey(repository, details.userId, idempotencyKey);
  if (existing !== null) return { kind: 'exists', stored: existing };
  if (details.kind !== 'nonce-fill' && repository.frozenUsers.has(details.userId)) {
    return { kind: 'frozen' };
  }
  if (isDoubted) return { kind: 'reconciling' };
  const since = new Date(chainState.readAt.getTime() - BALANCE_LAG_MS);
  const funds = checkFunds(details, chainState, readHolds(repository, details.account, since));
  if (!funds.ok) return { kind: 'insufficient-funds', of: funds.of, available: funds.available };
  const isClaimed = stillInReading(repository, since).some((o) => isShared(o, details));
  if (isClaimed && !request.needsApproval) return { kind: 'allowance-claimed' };
  const accountKey = accountKeyOf(details);
  const nextRecorded = repository.nextNonces.get(accountKey) ?? 0;
  const state = readNonceState(repository, request, nextRecorded);
  const { payment, approval, reset } = noncesFor(isClaimed ? afterAll(state) : state, request);
  if (details.kind === 'nonce-fill' && nonceToFill(state) !== payment) return { kind: 'no-gap' };
  return { kind: 'planned', nonce: payment, approvalNonce: approval, resetNonce: reset };
}

async function signUnderLock(
  repository: MemoryRepository,
  request: SigningRequest,
  { sign, leaseMs, commit, ...checks }: SigningTransaction,
): Promise<SignOutcome> {
  const { details, idempotencyKey, fingerprint } = request;
  const planned = planUnderLock(repository, request, checks);
  if (planned.kind !== 'planned') return planned;
  const signing = await sign(planned.nonce, planned.approvalNonce, planned.resetNonce);
  await commit();
  const prepared = transition(startOperation(details), { type: 'prepared' });
  const operation = transition(prepared, { type: 'signed', signing });
  const raced = findByKey(repository, details.userId, idempotencyKey);
  if (raced !== null) return { kind: 'exists', stored: raced };
  if (!takeStep(repository.swaps, request)) return { kind: 'step-over' };
  if (!claimRequest(repository, request)) return { kind: 'request-over' };
  if (!endClaim(repository, request)) return { kind: 'claim-over' };
  if (!takePlan(repository, request)) return { kind: 'plan-over' };
  if (!isOpen(operation)) throw new Error(`Operation ${operation.id} ended when it was signed.`);
  const dueAt = new Date(signing.signedAt.getTime() + leaseMs);
  repository.entries.set(details.id, { idempotencyKey, fingerprint, operation, epoch: 1, dueAt });
  const accountKey = accountKeyOf(details);
  const nextRecorded = repository.nextNonces.get(accountKey) ?? 0;
  repository.nextNonces.set(accountKey, Math.max(nextRecorded, signing.nonce + 1));
  return { kind: 'signed', claim: { operation, epoch: 1 } };
}

function claim(entries: readonly Entry[], now: Date, leaseMs: number): ClaimedOperation[] {
  return entries.flatMap((entry) => {
    if (!isFollowed(entry.operation, now)) return [];
    entry.epoch += 1;
    entry.dueAt = new Date(now.getTime() + leaseMs);
    return [{ operation: entry.operation, epoch: entry.epoch }];
  });
}

function record(
  repository: MemoryRepository,
  updates: readonly OperationUpdate[],
): ReadonlySet<string> {
  const stored = new Set<string>();
  for (const { claim: held, next, dueAt } of updates) {
    const entry = repository.entries.get(next.id);
    if (entry?.epoch !== held.epoch || entry.operation.status !== held.operation.status) continue;
    save(repository, entry, next);
    entry.dueAt = dueAt;
    stored.add(next.id);
  }
  return stored;
}

function applyRequest(
  repository: MemoryRepository,
  { userId, operationId, event, now }: Parameters<Operations['request']>[0],
): boolean {
  const entry = repository.entries.get(operationId);
  if (entry === undefined) return false;
  if (userId !== null && !isOfUser(entry.operation, userId)) return false;
  if (!canHappen(entry.operation, event)) return false;
  save(repository, entry, transition(entry.operation, event));
  entry.epoch += 1;
  entry.dueAt = now;
  return true;
}

/** Stores the next state of an operation, with a notice when it ends. */
export function save(repository: MemoryRepository, entry: Entry, next: Operation): void {
  if (entry.operation === next) return;
  entry.operation = next;
  if (!isTerminal(next) || !isRequested(next.kind)) return;
  const { userId, id: operationId } = next;
  repository.outbox.push({ topic: `operation-${next.status}`, userId, operationId });
}
