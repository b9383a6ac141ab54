import {
  type FailureReason,
  isSigned,
  isTerminal,
  type Operation,
} from '#domain/operation/operation';
import { canHappen, type OperationEvent, transition } from '#domain/operation/transition';
import type { AheadSpend, SpendCommand, SpendJob } from '../ports/private-spends.ts';
import type { ProvedSpend } from '../ports/shielded-pool.ts';
import { type Entry, type MemoryBook, save } from './memory-operations.ts';

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

/** @returns the operation of a row as it is now. */
export function operationOfRow(book: MemoryBook, row: SpendRow): Operation {
  return entryOf(book, row).operation;
}

function entryOf(book: MemoryBook, { command }: SpendRow): Entry {
  const entry = book.entries.get(command.intent.id);
  if (entry === undefined) throw new Error(`${command.intent.id} has no operation.`);
  return entry;
}

/** @returns whether no one requested it: a consolidation. */
export function isOurs({ command }: SpendRow): boolean {
  return command.intent.kind === 'consolidation';
}

/** The private spends of a book with their operations: how to find them, and how their status changes. */
export type SpendRows = ReturnType<typeof createSpendRows>;

/** @param notify is called for a new spend that waits */
export function createSpendRows(book: MemoryBook, store: MemorySpends, notify: () => void) {
  const all = () => [...store.rows.values()];
  const entry = (row: SpendRow) => entryOf(book, row);
  const now = (row: SpendRow) => entry(row).operation;
  const isUnsigned = (row: SpendRow) => !isSigned(now(row)) && !isTerminal(now(row));
  const isIn = (status: Operation['status']) => (row: SpendRow) => now(row).status === status;
  const waiting = () => all().filter((row) => isIn('created')(row) && !isOurs(row));
  const ofUser = (userId: string) =>
    all().filter(({ command }) => command.intent.userId === userId);

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

  return {
    book,
    store,
    notify,
    all,
    entry,
    now,
    isUnsigned,
    isIn,
    waiting,
    ofUser,
    happen,
    endAll,
    claimed,
    change,
  };
}
