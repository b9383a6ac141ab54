import {
  type FailureReason,
  isSigned,
  isTerminal,
  type Operation,
} from '#domain/operation/operation';
import type { OperationEvent } from '#domain/operation/operation-event';
import { canHappen, transition } from '#domain/operation/transition';
import type {
  ClaimSpender,
  PrecomputeRequest,
  PrivateTransactionJob,
  PrivateTransactionRequest,
  ProvedJob,
} from '../ports/private-transactions.ts';
import { save } from './memory-operations.ts';
import type { Entry, MemoryRepository } from './memory-repository.ts';

/** What a private transaction stores besides its operation. */
export interface PrivateTransactionRow {
  readonly request: PrivateTransactionRequest;
  /** As it was sealed last; null for the user's own wallet. */
  spender: ClaimSpender | null;
  share: number | null;
  proved: ProvedJob['call'] | null;
  provedAt: Date | null;
  isReleased: boolean;
  /** It was made before, and the network has it. */
  isFound: boolean;
}

/** What survives a crash besides the operations. */
export interface MemoryPrivateTransactions {
  readonly rows: Map<string, PrivateTransactionRow>;
  /** The operation that reserved a note, by the note's chain and nullifier. */
  readonly reserved: Map<string, string>;
  precomputed: { readonly request: PrecomputeRequest; readonly requestedAt: Date }[];
  readonly flaw: PrivateFlaw | null;
}

/**
 * What a repository could do wrong: store a request twice, not check who reserved a note, sign for a frozen account,
 * say of what may have been sent that freezing it ended it, or look whether a payment request is open only before it
 * stores the payment of it.
 */
export type PrivateFlaw =
  | 'forgets-keys'
  | 'reserves-nothing'
  | 'signs-frozen'
  | 'ends-what-was-sent'
  | 'claims-besides';

/** @param flaw breaks the repository, to show that the simulator detects it */
export function createMemoryPrivateTransactions(
  flaw: PrivateFlaw | null = null,
): MemoryPrivateTransactions {
  return { rows: new Map(), reserved: new Map(), precomputed: [], flaw };
}

/** @returns what makes the private transactions what they are now */
export function copyPrivateTransactions(store: MemoryPrivateTransactions): () => void {
  const rows = [...store.rows].map(([id, row]) => [id, { ...row }] as const);
  const reserved = [...store.reserved];
  const { precomputed } = store;
  return () => {
    store.rows.clear();
    for (const [id, row] of rows) store.rows.set(id, row);
    store.reserved.clear();
    for (const [note, id] of reserved) store.reserved.set(note, id);
    store.precomputed = precomputed;
  };
}

/** @returns the operation of a row as it is now. */
export function operationOfRow(
  repository: MemoryRepository,
  row: PrivateTransactionRow,
): Operation {
  return entryOf(repository, row).operation;
}

function entryOf(repository: MemoryRepository, { request }: PrivateTransactionRow): Entry {
  const entry = repository.entries.get(request.details.id);
  if (entry === undefined) throw new Error(`${request.details.id} has no operation.`);
  return entry;
}

/** @returns true for a consolidation, which no user requested. */
export function isOurs({ request }: PrivateTransactionRow): boolean {
  return request.details.kind === 'consolidation';
}

/** The private transactions of a repository with their operations: how to find them and change their status. */
export type PrivateTransactionRows = ReturnType<typeof createPrivateTransactionRows>;

/** @param notify called when a new private transaction is waiting */
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
    all().filter(({ request }) => request.details.userId === userId);

  /** @returns false when the operation's status does not allow the event. */
  function apply(row: PrivateTransactionRow, event: OperationEvent): boolean {
    if (!canHappen(now(row), event)) return false;
    save(repository, entry(row), transition(now(row), event));
    return true;
  }

  /** Puts what waited for a wallet back into its place in the queue. */
  function unlock(row: PrivateTransactionRow): void {
    if (!apply(row, { type: 'unlocked' })) return;
    entry(row).dueAt = now(row).createdAt;
    row.share = null;
    notify();
  }

  function endAll(
    ending: readonly PrivateTransactionRow[],
    reason: FailureReason,
    at: Date,
  ): number {
    const ended = ending.filter((row) => apply(row, { type: 'failed', reason, at }));
    const ids = new Set(ended.map(({ request }) => request.details.id));
    for (const [note, id] of store.reserved) if (ids.has(id)) store.reserved.delete(note);
    return ended.length;
  }

  function claimed({ operationId, epoch }: Pick<PrivateTransactionJob, 'operationId' | 'epoch'>) {
    const row = store.rows.get(operationId);
    return row !== undefined && entry(row).epoch === epoch && isUnsigned(row) ? row : null;
  }

  /** Changes a claimed row that is waiting for its proof. */
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
    apply,
    unlock,
    endAll,
    claimed,
    change,
  };
}
