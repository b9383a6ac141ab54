import type { PublicAddress } from '#domain/address/address';
import { availableUnits, SETTLE_MS } from '#domain/operation/holds';
import { nextNonce } from '#domain/operation/next-nonce';
import {
  type FailureReason,
  isTerminal,
  type Operation,
  startOperation,
} from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import type { Operations } from '../ports/operations.ts';
import type {
  AheadSpend,
  PrivateSpends,
  ProvedJob,
  SpendCommand,
  SpendJob,
  StoreSpendOutcome,
} from '../ports/private-spends.ts';
import type { ProvedSpend } from '../ports/shielded-pool.ts';
import { lock, unlock } from './account-locks.ts';
import {
  createMemoryOperations,
  type MemoryBook,
  readHolds,
  readNonceState,
} from './memory-operations.ts';

/** A private spend; from its signature on its operation stands in the book. */
interface SpendRow {
  readonly command: SpendCommand;
  /** As it was before its signature. */
  unsigned: Operation;
  epoch: number;
  dueAt: Date;
  proved: ProvedSpend | null;
  provedAt: Date | null;
  isReleased: boolean;
}

/** What survives a crash besides the book. */
export interface MemorySpends {
  readonly rows: Map<string, SpendRow>;
  /** Which operation has a note, by its mark. */
  readonly reserved: Map<string, string>;
  ahead: AheadSpend[];
  readonly flaw: SpendFlaw | null;
}

/** What a book could do wrong: it takes an order twice, or does not look whose a note is. */
export type SpendFlaw = 'forgets-keys' | 'reserves-nothing';

/** @param flaw to show what then happens */
export function createMemorySpends(flaw: SpendFlaw | null = null): MemorySpends {
  return { rows: new Map(), reserved: new Map(), ahead: [], flaw };
}

const MOST_WAITING = 40;

/** @returns the operation of a row as it is now. */
export function operationOfRow(book: MemoryBook, row: SpendRow): Operation {
  return book.entries.get(row.unsigned.id)?.operation ?? row.unsigned;
}

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
  const rows = () => [...store.rows.values()];
  const now = (row: SpendRow) => operationOfRow(book, row);
  const isUnsigned = (row: SpendRow) =>
    !book.entries.has(row.unsigned.id) && !isTerminal(row.unsigned);
  const isOurs = ({ command }: SpendRow) => command.intent.kind === 'consolidation';
  const isIn = (status: Operation['status']) => (row: SpendRow) =>
    isUnsigned(row) && row.unsigned.status === status;
  const waiting = () => rows().filter((row) => isIn('created')(row) && !isOurs(row));
  const ofUser = (userId: string) => rows().filter(({ unsigned }) => unsigned.userId === userId);

  function end(row: SpendRow, reason: FailureReason, at: Date): void {
    row.unsigned = transition(row.unsigned, { type: 'failed', reason, at });
    for (const [mark, id] of store.reserved) {
      if (id === row.unsigned.id) store.reserved.delete(mark);
    }
  }

  function endAll(ending: readonly SpendRow[], reason: FailureReason, at: Date): number {
    for (const row of ending) end(row, reason, at);
    return ending.length;
  }

  function claimed({ operationId, epoch }: Pick<SpendJob, 'operationId' | 'epoch'>) {
    const row = store.rows.get(operationId);
    return row !== undefined && row.epoch === epoch && isUnsigned(row) ? row : null;
  }

  /** Does something to a claimed row that waits for its proof. */
  function change(job: SpendJob, what: (row: SpendRow) => void): boolean {
    const row = claimed(job);
    if (row === null || row.unsigned.status !== 'created') return false;
    what(row);
    return true;
  }

  function add(command: SpendCommand): Operation {
    const unsigned = startOperation(command.intent);
    store.rows.set(unsigned.id, {
      command,
      unsigned,
      epoch: 0,
      dueAt: command.intent.createdAt,
      proved: null,
      provedAt: null,
      isReleased: false,
    });
    tell();
    return unsigned;
  }

  function storeSpend(command: SpendCommand): StoreSpendOutcome {
    const { userId, createdAt } = command.intent;
    const mine = ofUser(userId);
    const same = mine.find((row) => row.command.idempotencyKey === command.idempotencyKey);
    if (same !== undefined && store.flaw !== 'forgets-keys') {
      const { fingerprint } = same.command;
      return { kind: 'exists', operation: now(same), fingerprint };
    }
    const open = mine.find((row) => !row.isReleased && !isTerminal(now(row)) && !isOurs(row));
    if (open !== undefined) return { kind: 'open', operationId: open.unsigned.id };
    if (waiting().length >= MOST_WAITING) return { kind: 'queue-full' };
    endAll(
      mine.filter((row) => isOurs(row) && isUnsigned(row)),
      'cancelled',
      createdAt,
    );
    return { kind: 'stored', operation: add(command) };
  }

  function waitsForNotes({ unsigned }: SpendRow): boolean {
    return ofUser(unsigned.userId).some(
      (row) =>
        isOurs(row) &&
        !row.isReleased &&
        book.entries.has(row.unsigned.id) &&
        !isTerminal(now(row)),
    );
  }

  function claim(
    status: 'created' | 'prepared',
    turn: { readonly now: Date; readonly leaseMs: number; readonly limit: number },
  ): readonly SpendRow[] {
    const due = rows().filter(
      (row) => isIn(status)(row) && row.dueAt <= turn.now && !waitsForNotes(row),
    );
    due.sort(
      (left, right) =>
        Number(isOurs(left)) - Number(isOurs(right)) ||
        +left.unsigned.createdAt - +right.unsigned.createdAt,
    );
    const taken = due.slice(0, turn.limit);
    for (const row of taken) {
      row.epoch += 1;
      row.dueAt = new Date(turn.now.getTime() + turn.leaseMs);
    }
    return taken;
  }

  function isFree(mark: string, operationId: string): boolean {
    const holder = store.rows.get(store.reserved.get(mark) ?? '');
    if (holder === undefined || holder.unsigned.id === operationId) return true;
    return ['failed', 'reverted', 'replaced'].includes(now(holder).status);
  }

  function saveProved(job: SpendJob, proved: ProvedSpend, at: Date) {
    const row = claimed(job);
    if (row === null || row.unsigned.status !== 'created') return 'lost';
    const isFreeForIt = (mark: string) =>
      store.flaw === 'reserves-nothing' || isFree(mark, job.operationId);
    if (!proved.nullifiers.every(isFreeForIt)) return 'notes-taken';
    const { broadcasterFee } = proved;
    row.unsigned = transition(row.unsigned, { type: 'prepared', broadcasterFee });
    Object.assign(row, { proved, provedAt: at, epoch: row.epoch + 1 });
    row.dueAt = row.command.later?.at ?? at;
    for (const mark of proved.nullifiers) store.reserved.set(mark, job.operationId);
    return 'stored';
  }

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
    store: (command) => statement(() => storeSpend(command)),
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
        if (!isBusy) add(command);
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
        const [row] = claim('created', { ...turn, limit: 1 });
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
    saveProved: (job, proved, at) => statement(() => saveProved(job, proved, at)),
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
    claimProved: (turn) => statement(() => claim('prepared', turn).map(provedJobOf)),
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
