import type pg from 'pg';
import type { Operation } from '#domain/operation/operation';
import type { OperationUpdate } from '../../../ports/operations.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, type Statement, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import type { operations } from '../schema/operations.ts';
import { CHANGING_COLUMNS, changingColumns, UNREQUESTED } from './operation-rows.ts';

/** Channel on which all processes are notified of every change of an operation, as JSON. */
export const OPERATION_CHANGES_CHANNEL = 'operation_changes';

/** What a message on the channel says, from the columns of the operation `o`. */
export const CHANGE_MESSAGE = `json_build_object(
  'operationId', o.id, 'userId', o.user_id, 'kind', o.kind, 'chainId', o.chain_id, 'status', o.status,
  'account', o.account, 'recipient', o.recipient)::text`;

/** An operation as it was found, and as `transition` returned it. */
export interface FoundTransition {
  readonly claim: { readonly operation: Operation; readonly epoch: number };
  readonly next: Operation;
  /** When it is due again; null leaves the time as it is. */
  readonly dueAt: Date | null;
  /** Raises the epoch, so that a process that claimed the operation before can change nothing more. */
  readonly endsClaim?: boolean;
}

const COLUMNS = Object.entries(CHANGING_COLUMNS);

/** A row that a statement of `savingOf` returns, in addition to its own columns. */
export type SavedRow = RowOf<typeof operations, 'id'>;

/**
 * The text of a statement that stores transitions, their notices and the messages to other processes. The status and
 * the epoch have to be those that were found: a change since then finds no row and leaves no notice.
 * A notice says when its operation ended. Values: $1 the transitions, and from $2 those of the parts.
 * @param more `parts` are further steps that read `o`, the operations that were stored; `columns` are selected beside
 *   their ids
 */
export function savingOf({ parts = [], columns = [] }: SaveParts = {}): string {
  const notify = `case when o.is_changed then pg_notify('${OPERATION_CHANGES_CHANNEL}', ${CHANGE_MESSAGE}) end`;
  const saved = `
  transition as (
    select * from jsonb_to_recordset($1::jsonb) as t(
      id uuid, found_status text, epoch integer, next_epoch integer, is_changed boolean, due_at timestamptz,
      ${COLUMNS.map(([name, type]) => `${name} ${type}`).join(', ')})
  ), o as (
    update operations p set due_at = coalesce(t.due_at, p.due_at), lease_epoch = t.next_epoch,
      ${COLUMNS.map(([name]) => `${name} = t.${name}`).join(', ')}
    from transition t
    where p.id = t.id and p.status = t.found_status and p.lease_epoch = t.epoch and (p.ended_at is null or p.status = 'replaced')
    returning p.*, t.is_changed
  ), notice as (
    insert into outbox (topic, user_id, content, created_at)
    select 'operation-' || o.status, o.user_id, json_build_object('operationId', o.id), o.ended_at
    from o where o.ended_at is not null and o.is_changed and o.kind not in (${UNREQUESTED}) order by o.id
  )`;
  return `with ${[saved, ...parts].join(', ')} select ${['o.id', ...columns, notify].join(', ')} from o`;
}

interface SaveParts {
  readonly parts?: readonly string[];
  readonly columns?: readonly string[];
}

/** What a statement of `savingOf` stores. */
export interface TransitionsToSave {
  readonly transitions: readonly FoundTransition[];
  /** Of the parts, from $2. */
  readonly values?: readonly unknown[];
}

/** @returns the rows that a statement of `savingOf` stored. */
export async function saveTransitions<Row extends object>(
  connection: Queryable,
  query: Statement<Row>,
  { transitions, values = [] }: TransitionsToSave,
): Promise<readonly Row[]> {
  if (transitions.length === 0) return [];
  const records = transitions.map(({ claim, next, dueAt, endsClaim = false }) => ({
    id: next.id,
    found_status: claim.operation.status,
    epoch: claim.epoch,
    next_epoch: endsClaim ? claim.epoch + 1 : claim.epoch,
    is_changed: next !== claim.operation,
    due_at: dueAt,
    ...changingColumns(next),
  }));
  return readAll(connection, query, [JSON.stringify(records), ...values]);
}

export const RECORD = statement<SavedRow>(savingOf());

/** @returns ids of the operations that were stored; a claim that was taken over is not among them. */
export async function recordUpdates(
  pool: pg.Pool,
  updates: readonly OperationUpdate[],
): Promise<ReadonlySet<string>> {
  const rows = await saveTransitions(pool, RECORD, { transitions: updates });
  return new Set(rows.map((row) => row.id));
}
