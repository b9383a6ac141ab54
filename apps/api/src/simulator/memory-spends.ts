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
  type Entry,
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
  const { rows, entry, now, isUnsigned, isOurs, isIn, ofUser, endAll, claimed, change } = rules;

  const sign: PrivateSpends['sign'] = async (job, pricing, signWith) => {
    const { account, chainId, feeTokenId } = job.operation;
    const key = `${chainId}:${account}`;
    await roundTrip();
    await lock(book.locks, key, owner);
    try {
      const row = claimed({ operationId: job.operation.id, epoch: job.epoch });
      if (row === null || !isIn('prepared')(row)) return { kind: 'lost' };
      const { readAt, nativeBalance, transactionCount, feeCeiling, estimatedFee } = pricing;
      const holds = readHolds(book, account, new Date(readAt.getTime() - SETTLE_MS));
      const holdsHere = holds.filter((hold) => hold.chainId === chainId);
      const available = availableUnits(nativeBalance, holdsHere, { tokenId: feeTokenId, readAt });
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
      const operation = transition(now(row), { type: 'signed', signing, fees });
      const { epoch, ...stored } = entry(row);
      const signed = { ...stored, operation, epoch: epoch + 1, dueAt: signing.signedAt };
      book.entries.set(operation.id, signed);
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
      statement(() => rules.storeConsolidation(command, notSince)),
    waiting: () => statement(() => rules.waiting().length),
    usersWaiting: () =>
      statement(() => {
        const isWaiting = (row: SpendRow) => isIn('created')(row) || isIn('needs_unlock')(row);
        const found = rows().filter((row) => isWaiting(row) && !isOurs(row));
        return [...new Set(found.map(({ command }) => command.intent.userId))];
      }),
    claimNext: (turn) =>
      statement(() => {
        const [row] = rules.claim('created', { ...turn, limit: 1 });
        return row === undefined ? null : jobOf(row, entry(row));
      }),
    reclaim: (chainId) =>
      statement(() => {
        for (const row of rows().filter(isIn('created'))) {
          if (now(row).chainId !== chainId) continue;
          entry(row).epoch += 1;
          entry(row).dueAt = now(row).createdAt;
          row.share = null;
        }
      }),
    saveProgress: (job, { share, now: at, leaseMs }) =>
      statement(() =>
        change(job, (row, found) => {
          row.share = share;
          found.dueAt = new Date(at.getTime() + leaseMs);
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
        change(job, (row, found) => {
          row.share = null;
          found.dueAt = retryAt;
        }),
      ),
    lock: (job) =>
      statement(() => {
        const row = claimed(job);
        if (row === null || !rules.happen(row, { type: 'locked' })) return false;
        row.share = null;
        return true;
      }),
    unlock: (userId) =>
      statement(() => {
        for (const row of ofUser(userId)) {
          if (!rules.happen(row, { type: 'unlocked' })) continue;
          entry(row).dueAt = now(row).createdAt;
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
    askAhead: (request, requestedAt) =>
      statement(() => {
        const others = store.ahead.filter((other) => other.request.userId !== request.userId);
        store.ahead = [...others, { request, requestedAt }];
        tell();
      }),
    claimAhead: (since) =>
      statement(() => {
        const byTime = store.ahead.filter(({ requestedAt }) => requestedAt >= since);
        byTime.sort((left, right) => left.requestedAt.getTime() - right.requestedAt.getTime());
        const [oldest, ...others] = byTime;
        store.ahead = others;
        return oldest?.request ?? null;
      }),
    claimProved: (turn) =>
      statement(() => rules.claim('prepared', turn).map((row) => provedJobOf(row, entry(row)))),
    sign,
    postpone: ({ operation, epoch }, until) =>
      statement(() => {
        const row = claimed({ operationId: operation.id, epoch });
        if (row !== null && isIn('prepared')(row)) entry(row).dueAt = until;
      }),
    expire: (dueBefore, at) =>
      statement(() => {
        const dueOf = ({ command }: SpendRow) => command.later?.at ?? command.intent.createdAt;
        const late = rows().filter((row) => isUnsigned(row) && dueOf(row) < dueBefore);
        return endAll(late, 'expired', at);
      }),
    cancel: (userId, operationId, at) =>
      statement(() => {
        const row = ofUser(userId).find(({ command }) => command.intent.id === operationId);
        return row !== undefined && !isOurs(row) && endAll([row], 'cancelled', at) > 0;
      }),
  };
  const operations = createMemoryOperations(book, roundTrip, owner, rules.progressOf);
  if (store.flaw !== 'forgets-keys') return { spends, operations };
  return { spends, operations: { ...operations, findByKey: async () => null } };
}

function jobOf({ command }: SpendRow, { operation, epoch }: Entry): SpendJob {
  const { terms, signature } = command;
  return { operationId: operation.id, userId: operation.userId, epoch, terms, signature };
}

function provedJobOf(row: SpendRow, { operation, epoch }: Entry): ProvedJob {
  const { command, proved, provedAt } = row;
  if (proved === null || provedAt === null) throw new Error(`${operation.id} was not proved.`);
  const { provedInMs: _, ...call } = proved;
  const { fee, gasPrice } = command.terms;
  const sendAt = command.later?.at ?? null;
  const leastGasPrice = fee === null ? null : gasPrice;
  return { operation, epoch, call, provedAt, sendAt, leastGasPrice };
}

/** The account of the simulation that sends private spends. */
export const SIMULATED_BROADCASTER = `0x${'b'.repeat(40)}` as PublicAddress;
