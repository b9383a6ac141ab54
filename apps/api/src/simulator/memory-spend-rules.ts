import {
  type FailureReason,
  isTerminal,
  type Operation,
  startOperation,
} from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import type {
  AheadSpend,
  SpendCommand,
  SpendJob,
  StoreSpendOutcome,
} from '../ports/private-spends.ts';
import type { ProvedSpend } from '../ports/shielded-pool.ts';
import type { MemoryBook } from './memory-operations.ts';

/** A private spend; from its signature on its operation stands in the book. */
export interface SpendRow {
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

/** What can happen to private spends, each in one step. */
export type SpendRules = ReturnType<typeof createSpendRules>;

/** @param tell brings news of a spend that waits */
export function createSpendRules(book: MemoryBook, store: MemorySpends, tell: () => void) {
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

  return {
    rows,
    now,
    isUnsigned,
    isOurs,
    isIn,
    waiting,
    ofUser,
    endAll,
    claimed,
    change,
    add,
    storeSpend,
    claim,
    saveProved,
  };
}
