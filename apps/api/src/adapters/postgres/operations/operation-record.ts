import type pg from 'pg';
import type { OperationTurn } from '../../../ports/operations.ts';
import { changingColumns } from './operation-rows.ts';

/** Channel on which every change of an operation is told to all processes, as JSON. */
export const OPERATION_CHANGES_CHANNEL = 'operation_changes';

/** What a message on the channel says, from the columns of the operation `o`. */
export const CHANGE_MESSAGE = `json_build_object(
  'operationId', o.id, 'userId', o.user_id, 'kind', o.kind, 'chainId', o.chain_id, 'status', o.status,
  'account', o.account, 'recipient', o.recipient)::text`;

/**
 * Stores the turns of claimed operations, their notices and the messages to other processes in one statement.
 * A turn under an older epoch finds no row and leaves no notice.
 */
const RECORD = `
  with turn as (
    select * from jsonb_to_recordset($1::jsonb) as t(
      id uuid, epoch integer, is_changed boolean, due_at timestamptz, status text, rungs_tried smallint,
      first_tried_at timestamptz, last_tried_at timestamptz, mined_hash text, mined_block_number bigint,
      mined_block_hash text, is_mined_success boolean, fee_paid numeric, mined_at timestamptz, ended_at timestamptz,
      approved_in jsonb)
  ), o as (
    update operations p set
      due_at = t.due_at, status = t.status, rungs_tried = t.rungs_tried, first_tried_at = t.first_tried_at,
      last_tried_at = t.last_tried_at, mined_hash = t.mined_hash, mined_block_number = t.mined_block_number,
      mined_block_hash = t.mined_block_hash, is_mined_success = t.is_mined_success, fee_paid = t.fee_paid,
      mined_at = t.mined_at, ended_at = t.ended_at, approved_in = t.approved_in
    from turn t where p.id = t.id and p.lease_epoch = t.epoch and p.ended_at is null
    returning p.*, t.is_changed
  ), notice as (
    insert into outbox (topic, user_id, content, created_at)
    select 'operation-' || o.status, o.user_id, json_build_object('operationId', o.id), $2
    from o where o.ended_at is not null and o.kind <> 'consolidation'
  )
  select o.id, case when o.is_changed then pg_notify('${OPERATION_CHANGES_CHANNEL}', ${CHANGE_MESSAGE}) end from o`;

/** @returns ids of the operations that were stored; a claim that was taken over is not among them. */
export async function recordTurns(
  pool: pg.Pool,
  turns: readonly OperationTurn[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (turns.length === 0) return new Set();
  const records = turns.map(({ claim, next, dueAt }) => ({
    id: next.id,
    epoch: claim.epoch,
    is_changed: next !== claim.operation,
    due_at: dueAt,
    ...changingColumns(next),
  }));
  const { rows } = await pool.query<{ id: string }>(RECORD, [JSON.stringify(records), now]);
  return new Set(rows.map((row) => row.id));
}
