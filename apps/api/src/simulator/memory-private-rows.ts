import {
  type FailureReason,
  isSigned,
  isTerminal,
  type Operation,
} from '#domain/operation/operation';
import { canHappen, type OperationEvent, transition } from '#domain/operation/transition';
import type {
  PrecomputeRequest,
  PrivateTransactionJob,
  PrivateTransactionRequest,
} from '../ports/private-transactions.ts';
import type { ProvedPrivateTransaction } from '../ports/shielded-pool.ts';
import { type Entry, type MemoryRepository, save } from './memory-operations.ts';

/** What a private spend needs besides its operation. */
export interface PrivateTransactionRow {
  readonly command: PrivateTransactionRequest;
  share: number | null;
  proved: ProvedPrivateTransaction | null;
  provedAt: Date | null;
  isReleased: boolean;
}

/** What survives a crash besides the book. */
export interface MemoryPrivateTransactions {
  readonly rows: Map<string, PrivateTransactionRow>;
  /** Which operation has a note, by its chain and nullifier. */
  readonly reserved: Map<string, string>;
  precomputed: { readonly request: PrecomputeRequest; readonly requestedAt: Date }[];
  readonly flaw: PrivateFlaw | null;
}

/** What a book could do wrong: it takes an order twice, or does not look whose a note is. */
export type PrivateFlaw = 'forgets-keys' | 'reserves-nothing';

/** @param flaw to show what then happens */
export function createMemoryPrivateTransactions(
  flaw: PrivateFlaw | null = null,
): MemoryPrivateTransactions {
  return { rows: new Map(), reserved: new Map(), precomputed: [], flaw };
}

/** @returns the operation of a row as it is now. */
export function operationOfRow(
  repository: MemoryRepository,
  row: PrivateTransactionRow,
): Operation {
  return entryOf(repository, row).operation;
}

function entryOf(repository: MemoryRepository, { command }: PrivateTransactionRow): Entry {
  const entry = repository.entries.get(command.intent.id);
  if (entry === undefined) throw new Error(`${command.intent.id} has no operation.`);
  return entry;
}

/** @returns whether no one requested it: a consolidation. */
export function isOurs({ command }: PrivateTransactionRow): boolean {
  return command.intent.kind === 'consolidation';
}

/** The private spends of a book with their operations: how to find them, and how their status changes. */
export type PrivateTransactionRows = ReturnType<typeof createPrivateTransactionRows>;

/** @param notify is called for a new spend that waits */
export function createPrivateTransactionRows(
  repository: MemoryRepository,
  store: MemoryPrivateTransactions,
  notify: () => void,
) {
  const all = () => [...store.rows.values()];
  const entry = (row: PrivateTransactionRow) => entryOf(repository, row);
  const now = (row: PrivateTransactionRow) => entry(row).operation;
  const isUnsigned = (row: PrivateTransactionRow) => !isSigned(now(row)) && !isTerminal(now(row));
  const isIn = (status: Operation['status']) => (row: PrivateTransactionRow) =>
    now(row).status === status;
  const waiting = () => all().filter((row) => isIn('created')(row) && !isOurs(row));
  const ofUser = (userId: string) =>
    all().filter(({ command }) => command.intent.userId === userId);

  /** @returns false when it cannot happen to the operation as it is. */
  function happen(row: PrivateTransactionRow, event: OperationEvent): boolean {
    if (!canHappen(now(row), event)) return false;
    save(repository, entry(row), transition(now(row), event));
    return true;
  }

  function endAll(
    ending: readonly PrivateTransactionRow[],
    reason: FailureReason,
    at: Date,
  ): number {
    const ended = ending.filter((row) => happen(row, { type: 'failed', reason, at }));
    const ids = new Set(ended.map(({ command }) => command.intent.id));
    for (const [note, id] of store.reserved) if (ids.has(id)) store.reserved.delete(note);
    return ended.length;
  }

  function claimed({ operationId, epoch }: Pick<PrivateTransactionJob, 'operationId' | 'epoch'>) {
    const row = store.rows.get(operationId);
    return row !== undefined && entry(row).epoch === epoch && isUnsigned(row) ? row : null;
  }

  /** Does something to a claimed row that waits for its proof. */
  function change(
    job: PrivateTransactionJob,
    what: (row: PrivateTransactionRow, entry: Entry) => void,
  ): boolean {
    const row = claimed(job);
    if (row === null || !isIn('created')(row)) return false;
    what(row, entry(row));
    return true;
  }

  return {
    repository,
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
