import type { PublicAddress } from '#domain/address/address';
import { availableUnits, SETTLE_MS } from '#domain/operation/holds';
import { nextNonce } from '#domain/operation/next-nonce';
import { isTerminal } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import type { Operations } from '../ports/operations.ts';
import type { PrivateSpends, ProvedJob, SpendJob } from '../ports/private-spends.ts';
import { lock, unlock } from './account-locks.ts';
import {
  createMemoryOperations,
  type MemoryBook,
  readHolds,
  readNonceState,
} from './memory-operations.ts';
import { createSpendRules, type MemorySpends, type SpendRow } from './memory-spend-rules.ts';

/**
 * Private spends and the book that they end in, in memory, with the same promises as those in PostgreSQL.
 * @param given `roundTrip` waits as a network does, around every statement; `tell` brings news of a new spend.
 */
export function createMemorySpendBook(
  book: MemoryBook,
  store: MemorySpends,
  given: {
    readonly roundTrip: () => Promise<void>;
    readonly owner: object;
    readonly tell: () => void;
  },
): { readonly operations: Operations; readonly spends: PrivateSpends } {
  const { roundTrip, owner, tell } = given;
  async function statement<T>(run: () => T): Promise<T> {
    await roundTrip();
    const result = run();
    await roundTrip();
    return result;
  }
  const rules = createSpendRules(book, store, tell);
  const { rows, now, isUnsigned, isOurs, isIn, waiting, ofUser, endAll, claimed, change } = rules;

  const sign: PrivateSpends['sign'] = async (job, pricing, signWith) => {
    const { account, chainId, feeTokenId } = job.operation;
    const key = `${chainId}:${account}`;
    await roundTrip();
    await lock(book.locks, key, owner);
    try {
      const row = claimed({ operationId: job.operation.id, epoch: job.epoch });
      if (row === null || row.unsigned.status !== 'prepared') return { kind: 'lost' };
      const { readAt, nativeBalance, transactionCount, feeCeiling, estimatedFee } = pricing;
      const holds = readHolds(book, account, new Date(readAt.getTime() - SETTLE_MS));
      const available = availableUnits(nativeBalance, holds, { tokenId: feeTokenId, readAt });
      if (feeCeiling > available) return { kind: 'short', available };
      const nextInBook = book.nextNonces.get(key) ?? 0;
      const intent = { account, chainId, createdAt: readAt };
      const state = readNonceState(book, { intent, chainState: { transactionCount } }, nextInBook);
      const signing = await signWith(nextNonce(state));
      // The row's lock is waited for, so that taking it back comes before or after.
      if (claimed({ operationId: job.operation.id, epoch: job.epoch }) !== row) {
        return { kind: 'lost' };
      }
      const fees = { estimatedFee, feeCeiling };
      const operation = transition(row.unsigned, { type: 'signed', signing, fees });
      row.epoch += 1;
      const { idempotencyKey, fingerprint } = row.command;
      const { epoch } = row;
      const dueAt = signing.signedAt;
      book.entries.set(operation.id, { idempotencyKey, fingerprint, operation, epoch, dueAt });
      book.nextNonces.set(key, Math.max(nextInBook, signing.nonce + 1));
      return { kind: 'signed', operation };
    } finally {
      unlock(book.locks, key);
      await roundTrip();
    }
  };

  const spends: PrivateSpends = {
    store: (command) => statement(() => rules.storeSpend(command)),
    storeConsolidation: (command, notSince) =>
      statement(() => {
        const { userId } = command.intent;
        const isBusy =
          rows().some(isIn('created')) ||
          ofUser(userId).some(
            (row) =>
              !row.isReleased ||
              !isTerminal(now(row)) ||
              (isOurs(row) && row.unsigned.createdAt >= notSince),
          );
        if (!isBusy) rules.add(command);
        return !isBusy;
      }),
    waiting: () => statement(() => waiting().length),
    usersWaiting: () =>
      statement(() => {
        const people = rows().filter((row) => isUnsigned(row) && !isOurs(row) && !row.proved);
        return [...new Set(people.map(({ unsigned }) => unsigned.userId))];
      }),
    claimNext: (turn) =>
      statement(() => {
        const [row] = rules.claim('created', { ...turn, limit: 1 });
        return row === undefined ? null : jobOf(row);
      }),
    reclaim: () =>
      statement(() => {
        for (const row of rows().filter(isIn('created'))) {
          row.epoch += 1;
          row.dueAt = row.unsigned.createdAt;
        }
      }),
    saveProgress: (job, { now: at, leaseMs }) =>
      statement(() =>
        change(job, (row) => {
          row.dueAt = new Date(at.getTime() + leaseMs);
        }),
      ),
    saveProved: (job, proved, at) => statement(() => rules.saveProved(job, proved, at)),
    fail: (job, reason, at) =>
      statement(() => {
        const row = claimed(job);
        return row !== null && endAll([row], reason, at) > 0;
      }),
    release: (job, retryAt) =>
      statement(() =>
        change(job, (row) => {
          row.dueAt = retryAt;
        }),
      ),
    lock: (job) =>
      statement(() =>
        change(job, (row) => {
          row.unsigned = transition(row.unsigned, { type: 'locked' });
        }),
      ),
    unlock: (userId) =>
      statement(() => {
        for (const row of ofUser(userId).filter(isIn('needs_unlock'))) {
          row.unsigned = transition(row.unsigned, { type: 'unlocked' });
          row.dueAt = row.unsigned.createdAt;
          tell();
        }
      }),
    seen: (userIds, block) =>
      statement(() => {
        for (const row of userIds.flatMap(ofUser)) {
          const operation = now(row);
          const isMined = 'inclusion' in operation && operation.inclusion.blockNumber <= block;
          if (isTerminal(operation) || isMined) row.isReleased = true;
        }
      }),
    askAhead: (wish) =>
      statement(() => {
        store.ahead = [...store.ahead.filter(({ userId }) => userId !== wish.userId), wish];
        tell();
      }),
    claimAhead: () => statement(() => store.ahead.shift() ?? null),
    claimProved: (turn) => statement(() => rules.claim('prepared', turn).map(provedJobOf)),
    sign,
    postpone: ({ operation, epoch }, until) =>
      statement(() => {
        const row = claimed({ operationId: operation.id, epoch });
        if (row !== null) row.dueAt = until;
      }),
    expire: (dueBefore, at) =>
      statement(() => {
        const dueOf = ({ command }: SpendRow) => command.later?.at ?? command.intent.createdAt;
        const late = rows().filter((row) => isUnsigned(row) && dueOf(row) < dueBefore);
        return endAll(late, 'expired', at);
      }),
    cancel: (userId, operationId, at) =>
      statement(() => {
        const row = ofUser(userId).find(({ unsigned }) => unsigned.id === operationId);
        return row !== undefined && isUnsigned(row) && endAll([row], 'cancelled', at) > 0;
      }),
  };
  return { spends, operations: withSpends(createMemoryOperations(book, roundTrip, owner)) };

  /** The book's reads, with what is not signed yet. */
  function withSpends(operations: Operations): Operations {
    const read = (userId: string, isWanted: (row: SpendRow) => boolean) =>
      statement(() =>
        ofUser(userId)
          .filter((row) => isWanted(row) && !isOurs(row))
          .map((row) => ({ operation: now(row), heads: null, progress: null })),
      );
    return {
      ...operations,
      findByKey: async (userId, key) => {
        if (store.flaw === 'forgets-keys') return null;
        const [found] = await read(userId, ({ command }) => command.idempotencyKey === key);
        const row = found && store.rows.get(found.operation.id);
        return row ? { operation: now(row), fingerprint: row.command.fingerprint } : null;
      },
      find: async (userId, id) =>
        (await read(userId, ({ unsigned }) => unsigned.id === id))[0] ?? null,
      listOpen: (userId) => read(userId, (row) => !isTerminal(now(row))),
    };
  }
}

function jobOf({ command, unsigned, epoch }: SpendRow): SpendJob {
  const { terms, signature } = command;
  return { operationId: unsigned.id, userId: unsigned.userId, epoch, terms, signature };
}

function provedJobOf({ command, unsigned, epoch, proved, provedAt }: SpendRow): ProvedJob {
  if (proved === null || provedAt === null) throw new Error(`${unsigned.id} was not proved.`);
  const { provedInMs: _, ...call } = proved;
  const sendAt = command.later?.at ?? null;
  return { operation: unsigned, epoch, call, provedAt, sendAt, leastGasPrice: null };
}

/** The account of the simulation that sends private spends. */
export const SIMULATED_BROADCASTER = `0x${'b'.repeat(40)}` as PublicAddress;
