import {
  type FailureReason,
  isSigned,
  isTerminal,
  isWithoutEffect,
  type Operation,
  startOperation,
} from '#domain/operation/operation';
import { canHappen, type OperationEvent, transition } from '#domain/operation/transition';
import type { SpendProgress } from '../ports/operations.ts';
import type {
  AheadSpend,
  SpendCommand,
  SpendJob,
  StoreSpendOutcome,
} from '../ports/private-spends.ts';
import type { ProvedSpend } from '../ports/shielded-pool.ts';
import { type Entry, findByKey, type MemoryBook, save } from './memory-operations.ts';

/** What a private spend needs besides its operation. */
export interface SpendRow {
  readonly command: SpendCommand;
  share: number | null;
  proved: ProvedSpend | null;
  provedAt: Date | null;
  isReleased: boolean;
}

/** What survives a crash besides the book. */
export interface MemorySpends {
  readonly rows: Map<string, SpendRow>;
  /** Which operation has a note, by its chain and nullifier. */
  readonly reserved: Map<string, string>;
  ahead: { readonly request: AheadSpend; readonly requestedAt: Date }[];
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
  return entryOf(book, row).operation;
}

function entryOf(book: MemoryBook, { command }: SpendRow): Entry {
  const entry = book.entries.get(command.intent.id);
  if (entry === undefined) throw new Error(`${command.intent.id} has no operation.`);
  return entry;
}

/** @param tell brings news of a spend that waits */
export function createSpendRules(book: MemoryBook, store: MemorySpends, tell: () => void) {
  const rows = () => [...store.rows.values()];
  const entry = (row: SpendRow) => entryOf(book, row);
  const now = (row: SpendRow) => entry(row).operation;
  const isUnsigned = (row: SpendRow) => !isSigned(now(row)) && !isTerminal(now(row));
  const isOurs = ({ command }: SpendRow) => command.intent.kind === 'consolidation';
  const isIn = (status: Operation['status']) => (row: SpendRow) => now(row).status === status;
  const waiting = () => rows().filter((row) => isIn('created')(row) && !isOurs(row));
  const ofUser = (userId: string) =>
    rows().filter(({ command }) => command.intent.userId === userId);

  /** @returns false when it cannot happen to the operation as it is. */
  function happen(row: SpendRow, event: OperationEvent): boolean {
    if (!canHappen(now(row), event)) return false;
    save(book, entry(row), transition(now(row), event));
    return true;
  }

  function endAll(ending: readonly SpendRow[], reason: FailureReason, at: Date): number {
    const ended = ending.filter((row) => happen(row, { type: 'failed', reason, at }));
    const ids = new Set(ended.map(({ command }) => command.intent.id));
    for (const [note, id] of store.reserved) if (ids.has(id)) store.reserved.delete(note);
    return ended.length;
  }

  function claimed({ operationId, epoch }: Pick<SpendJob, 'operationId' | 'epoch'>) {
    const row = store.rows.get(operationId);
    return row !== undefined && entry(row).epoch === epoch && isUnsigned(row) ? row : null;
  }

  /** Does something to a claimed row that waits for its proof. */
  function change(job: SpendJob, what: (row: SpendRow, entry: Entry) => void): boolean {
    const row = claimed(job);
    if (row === null || !isIn('created')(row)) return false;
    what(row, entry(row));
    return true;
  }

  function add(command: SpendCommand): Operation {
    const { intent, idempotencyKey, fingerprint } = command;
    const operation = startOperation(intent);
    const dueAt = intent.createdAt;
    book.entries.set(intent.id, { idempotencyKey, fingerprint, operation, epoch: 0, dueAt });
    const unproved = { share: null, proved: null, provedAt: null, isReleased: false };
    store.rows.set(intent.id, { command, ...unproved });
    tell();
    return operation;
  }

  function storeSpend(command: SpendCommand): StoreSpendOutcome {
    const { userId, createdAt } = command.intent;
    const same = findByKey(book, userId, command.idempotencyKey);
    if (same !== null && store.flaw !== 'forgets-keys') return { kind: 'exists', ...same };
    const mine = ofUser(userId);
    const open = mine.find((row) => !row.isReleased && !isTerminal(now(row)) && !isOurs(row));
    if (open !== undefined) return { kind: 'open', operationId: open.command.intent.id };
    if (waiting().length >= MOST_WAITING) return { kind: 'queue-full' };
    endAll(mine.filter(isOurs), 'cancelled', createdAt);
    return { kind: 'stored', operation: add(command) };
  }

  function storeConsolidation(command: SpendCommand, notSince: Date): boolean {
    const { userId, chainId } = command.intent;
    const ofTheirs = [...book.entries.values()]
      .map(({ operation }) => operation)
      .filter((operation) => operation.userId === userId);
    const isBusy =
      rows().some(isIn('created')) ||
      ofUser(userId).some((row) => !row.isReleased) ||
      ofTheirs.some(
        (o) =>
          !isTerminal(o) ||
          (o.kind === 'consolidation' && o.chainId === chainId && o.createdAt >= notSince),
      );
    if (!isBusy) add(command);
    return !isBusy;
  }

  function waitsForNotes({ command }: SpendRow): boolean {
    return ofUser(command.intent.userId).some(
      (row) => isOurs(row) && !row.isReleased && isSigned(now(row)) && !isTerminal(now(row)),
    );
  }

  function claim(
    status: 'created' | 'prepared',
    turn: { readonly now: Date; readonly leaseMs: number; readonly limit: number },
  ): readonly SpendRow[] {
    const due = rows().filter(
      (row) => isIn(status)(row) && entry(row).dueAt <= turn.now && !waitsForNotes(row),
    );
    due.sort(
      (left, right) =>
        Number(isOurs(left)) - Number(isOurs(right)) || compareByTime(now(left), now(right)),
    );
    const taken = due.slice(0, turn.limit);
    for (const row of taken) {
      entry(row).epoch += 1;
      entry(row).dueAt = new Date(turn.now.getTime() + turn.leaseMs);
    }
    return taken;
  }

  function isFree(note: string, operationId: string): boolean {
    const holder = store.rows.get(store.reserved.get(note) ?? '');
    if (holder === undefined || holder.command.intent.id === operationId) return true;
    return isWithoutEffect(now(holder));
  }

  function saveProved(job: SpendJob, given: ProvedSpend, at: Date) {
    const row = claimed(job);
    const { broadcasterFee } = given;
    const event = { type: 'prepared', broadcasterFee } as const;
    if (row === null || !canHappen(now(row), event)) return 'lost';
    const nullifiers = given.nullifiers.map((each) => each.toLowerCase() as `0x${string}`);
    const notes = nullifiers.map((nullifier) => `${now(row).chainId} ${nullifier}`);
    const isFreeForIt = (note: string) =>
      store.flaw === 'reserves-nothing' || isFree(note, job.operationId);
    if (!notes.every(isFreeForIt)) return 'notes-taken';
    happen(row, event);
    Object.assign(row, { proved: { ...given, nullifiers }, provedAt: at, share: 1 });
    entry(row).epoch += 1;
    entry(row).dueAt = row.command.later?.at ?? at;
    for (const note of notes) store.reserved.set(note, job.operationId);
    return 'stored';
  }

  function progressOf(operation: Operation): SpendProgress | null {
    const row = store.rows.get(operation.id);
    if (row === undefined) return null;
    const { share, command } = row;
    const isWaiting = operation.status === 'created' && share === null;
    const before = waiting().filter((other) => compareByTime(now(other), operation) < 0);
    const { later, intent } = command;
    return {
      place: isWaiting ? before.length : null,
      share,
      sendWindow: later && { from: intent.createdAt, to: later.windowEnd },
    };
  }

  return {
    rows,
    entry,
    now,
    isUnsigned,
    isOurs,
    isIn,
    waiting,
    ofUser,
    happen,
    endAll,
    claimed,
    change,
    storeSpend,
    storeConsolidation,
    claim,
    saveProved,
    progressOf,
  };
}

function compareByTime(left: Operation, right: Operation): number {
  const ms = left.createdAt.getTime() - right.createdAt.getTime();
  if (ms !== 0) return ms;
  return left.id < right.id ? -1 : Number(left.id > right.id);
}
