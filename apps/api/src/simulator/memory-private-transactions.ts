import type { PublicAddress } from '#domain/address/address';
import { isSent } from '#domain/operation/operation';
import type { Operations } from '../ports/operations.ts';
import type {
  PrivateTransactionJob,
  PrivateTransactions,
  ProvedJob,
} from '../ports/private-transactions.ts';
import type { AccountFreezes } from '../ports/protections.ts';
import { accountKeyOf, lock, unlock } from './account-locks.ts';
import { createMemoryOperations } from './memory-operations.ts';
import { mayHaveBeenSent, queueCalls, type Statement } from './memory-private-queue.ts';
import { repricePrivateTransaction } from './memory-private-reprice.ts';
import {
  createPrivateTransactionRows,
  isOurs,
  type MemoryPrivateTransactions,
  type PrivateTransactionRow,
  type PrivateTransactionRows,
} from './memory-private-rows.ts';
import {
  claimPrivateTransactions,
  compareByTime,
  leastGasPriceOf,
  progressOf,
  saveProved,
} from './memory-private-rules.ts';
import { adoptPrivateTransaction, signPrivateTransaction } from './memory-private-sign.ts';
import type { Entry, MemoryRepository } from './memory-repository.ts';

/**
 * Private transactions and their operations in memory, with the same guarantees as in PostgreSQL.
 * @param given `roundTrip` takes as long as a network round trip and is called before and after every statement;
 * `notify` announces a new private transaction.
 */
export function createMemoryPrivateTransactionRepository(
  repository: MemoryRepository,
  store: MemoryPrivateTransactions,
  given: {
    readonly roundTrip: () => Promise<void>;
    readonly owner: object;
    readonly notify: () => void;
    /** The time of the server; the real one where none is given. */
    readonly now?: () => Date;
  },
): {
  readonly operations: Operations;
  readonly privateTransactions: PrivateTransactions;
  readonly freezes: AccountFreezes;
} {
  const { roundTrip, owner, notify, now = () => new Date() } = given;
  async function statement<T>(run: () => T): Promise<T> {
    await roundTrip();
    const result = run();
    await roundTrip();
    return result;
  }
  const rows = createPrivateTransactionRows(repository, store, notify);
  const keepsSent = store.flaw !== 'ends-what-was-sent';
  const privateTransactions: PrivateTransactions = {
    ...queueCalls(rows, statement),
    ...proofCalls(rows, statement),
    ...sendCalls(rows, statement),
    async sign(job, pricing, signWith) {
      const key = accountKeyOf(job.operation);
      await roundTrip();
      await lock(repository.locks, key, owner);
      try {
        const outcome = await signPrivateTransaction(rows, { job, pricing, now: now() }, signWith);
        return outcome;
      } finally {
        unlock(repository.locks, key);
        await roundTrip();
      }
    },
    async reprice(operation, run, signWith) {
      const key = accountKeyOf(operation);
      await roundTrip();
      await lock(repository.locks, key, owner);
      try {
        return await repricePrivateTransaction(rows, operation.id, { ...run, signWith, roundTrip });
      } finally {
        unlock(repository.locks, key);
        await roundTrip();
      }
    },
    adopt: (job, transaction, at) =>
      statement(() => adoptPrivateTransaction(rows, job, { transaction, now: at })),
  };
  const operations = createMemoryOperations(repository, {
    roundTrip,
    owner,
    now,
    progressOf: (operation) => progressOf(rows, operation),
  });
  const freezes: AccountFreezes = {
    freeze: (userId, at) =>
      statement(() => {
        if (repository.removedUsers.has(userId)) return null;
        const frozenAt = repository.frozenUsers.get(userId) ?? at;
        repository.frozenUsers.set(userId, frozenAt);
        const ending = rows
          .ofUser(userId)
          .filter((row) => !isOurs(row) && !(keepsSent && mayHaveBeenSent(rows, row, at)));
        rows.endAll(ending, 'frozen', at);
        return frozenAt;
      }),
  };
  if (store.flaw !== 'forgets-keys') return { privateTransactions, operations, freezes };
  return {
    privateTransactions,
    freezes,
    operations: { ...operations, findByKey: async () => null },
  };
}

/** The calls for a payment while it is being proved, and for precomputed proofs. */
function proofCalls(
  rows: PrivateTransactionRows,
  statement: Statement,
): Pick<
  PrivateTransactions,
  | 'claimNext'
  | 'reclaim'
  | 'saveProgress'
  | 'saveProved'
  | 'saveFound'
  | 'fail'
  | 'release'
  | 'lock'
  | 'requestPrecompute'
  | 'claimPrecompute'
> {
  return {
    claimNext: (batch) =>
      statement(() => {
        const [row] = claimPrivateTransactions(rows, 'created', { ...batch, limit: 1 });
        return row === undefined ? null : jobOf(row, rows.entry(row));
      }),
    reclaim: (chainId) =>
      statement(() => {
        for (const row of rows.all().filter(rows.isIn('created'))) {
          if (rows.now(row).chainId !== chainId) continue;
          rows.entry(row).epoch += 1;
          rows.entry(row).dueAt = rows.now(row).createdAt;
          row.share = null;
        }
      }),
    saveProgress: (job, { share, now: at, leaseMs }) =>
      statement(() =>
        rows.change(job, (row, found) => {
          row.share = share;
          found.dueAt = new Date(at.getTime() + leaseMs);
        }),
      ),
    saveProved: (job, proved, at) =>
      statement(() => saveProved(rows, job, { proved, at, isOnNetwork: false })),
    saveFound: (job, proved, at) =>
      statement(() => saveProved(rows, job, { proved, at, isOnNetwork: true })),
    fail: (job, reason, at) =>
      statement(() => {
        const row = rows.claimed(job);
        return row !== null && rows.endAll([row], reason, at) > 0;
      }),
    release: (job, retryAt) =>
      statement(() =>
        rows.change(job, (row, found) => {
          row.share = null;
          found.dueAt = retryAt;
        }),
      ),
    lock: (job) =>
      statement(() => {
        const row = rows.claimed(job);
        if (row === null || !rows.apply(row, { type: 'locked' })) return false;
        row.share = null;
        return true;
      }),
    requestPrecompute: (request, requestedAt) =>
      statement(() => {
        const others = rows.store.precomputed.filter(
          (other) => other.request.userId !== request.userId,
        );
        rows.store.precomputed = [...others, { request, requestedAt }];
        rows.notify();
      }),
    claimPrecompute: (since) =>
      statement(() => {
        const byTime = rows.store.precomputed.filter(({ requestedAt }) => requestedAt >= since);
        byTime.sort((left, right) => left.requestedAt.getTime() - right.requestedAt.getTime());
        const [oldest, ...others] = byTime;
        rows.store.precomputed = others;
        return oldest?.request ?? null;
      }),
  };
}

/** The calls for a proved payment until it is signed. */
function sendCalls(
  rows: PrivateTransactionRows,
  statement: Statement,
): Pick<PrivateTransactions, 'claimProved' | 'listSent' | 'postpone' | 'expire'> {
  return {
    listSent: (chainId) =>
      statement(() => {
        const sent = rows.all().map(rows.now).filter(isSent);
        return sent.filter((operation) => operation.chainId === chainId).toSorted(compareByTime);
      }),
    claimProved: (batch) =>
      statement(() =>
        claimPrivateTransactions(rows, 'prepared', batch).map((row) =>
          provedJobOf(row, rows.entry(row)),
        ),
      ),
    postpone: ({ operation, epoch }, until) =>
      statement(() => {
        const row = rows.claimed({ operationId: operation.id, epoch });
        if (row !== null && rows.isIn('prepared')(row)) rows.entry(row).dueAt = until;
      }),
    expire: (dueBefore, at) =>
      statement(() => {
        const late = rows
          .all()
          .filter((row) => rows.isUnsigned(row) && wantedAtOf(row) < dueBefore)
          .filter((row) => !mayHaveBeenSent(rows, row, at));
        return rows.endAll(late, 'expired', at);
      }),
  };
}

function jobOf(row: PrivateTransactionRow, { operation, epoch }: Entry): PrivateTransactionJob {
  const { signature } = row.request;
  const terms = { ...row.request.terms, spender: row.spender };
  const wantedAt = wantedAtOf(row);
  return { operationId: operation.id, userId: operation.userId, epoch, terms, wantedAt, signature };
}

function wantedAtOf({ request }: PrivateTransactionRow): Date {
  return request.later?.at ?? request.details.createdAt;
}

function provedJobOf(row: PrivateTransactionRow, { operation, epoch }: Entry): ProvedJob {
  const { request, proved, provedAt } = row;
  if (proved === null || provedAt === null) throw new Error(`${operation.id} was not proved.`);
  const sendAt = request.later?.at ?? null;
  const leastGasPrice = leastGasPriceOf(row);
  return { operation, epoch, call: proved, provedAt, sendAt, leastGasPrice };
}

/** The account of the simulation that submits private transactions. */
export const SIMULATED_BROADCASTER = `0x${'b'.repeat(40)}` as PublicAddress;

/** The account that takes its place. */
export const NEXT_BROADCASTER = `0x${'c'.repeat(40)}` as PublicAddress;

export const SIMULATED_BROADCASTERS: readonly PublicAddress[] = [
  SIMULATED_BROADCASTER,
  NEXT_BROADCASTER,
];
