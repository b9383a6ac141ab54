import type pg from 'pg';
import type { SpendJob } from '../../../ports/private-spends.ts';
import type { ProvedSpend } from '../../../ports/shielded-pool.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import { CHANGE_MESSAGE, OPERATION_CHANGES_CHANNEL } from '../operations/operation-record.ts';

/** Tells everybody that the operation `o` changed. */
export const TELL = `pg_notify('${OPERATION_CHANGES_CHANNEL}', ${CHANGE_MESSAGE})`;

/** Only an operation that moved nothing gives its notes back for another. */
const RESERVE_NOTES = `
  insert into spent_notes as n (chain_id, nullifier, operation_id)
  select $1, nullifier, $2 from unnest($3::text[]) as nullifier
  on conflict (chain_id, nullifier) do update set operation_id = excluded.operation_id
  where n.operation_id = excluded.operation_id or exists (
    select 1 from operations o where o.id = n.operation_id and o.status in ('failed', 'reverted', 'replaced'))`;

const SAVE_PROVED = `
  with o as (
    update operations o set status = 'prepared', broadcaster_fee = $3, lease_epoch = lease_epoch + 1,
      due_at = coalesce(s.send_at, $4)
    from private_spends s
    where s.operation_id = o.id and o.id = $1 and o.lease_epoch = $2 and o.ended_at is null and o.status = 'created'
    returning o.*
  ), spend as (
    update private_spends s set share = 1, call_to = $5, call_data = $6, call_value = $7, gas_limit = $8,
      nullifiers = $9, proved_at = $4
    from o where s.operation_id = o.id
  )
  select o.chain_id, ${TELL} from o`;

/** Stores the call that was proved and reserves its notes, or neither. */
export function saveProved(
  pool: pg.Pool,
  { operationId, epoch, terms }: SpendJob,
  proved: ProvedSpend,
  now: Date,
): Promise<'stored' | 'notes-taken' | 'lost'> {
  const nullifiers = proved.nullifiers.map((nullifier) => nullifier.toLowerCase());
  return inTransaction(pool, async (connection) => {
    const { to, data, value, gasLimit, broadcasterFee } = proved;
    const call = [to, data, value, gasLimit, nullifiers];
    const values = [operationId, epoch, broadcasterFee, now, ...call];
    if (!(await isFound(connection, SAVE_PROVED, values))) return 'lost';
    const reserved = await connection.query(RESERVE_NOTES, [
      terms.chainId,
      operationId,
      nullifiers,
    ]);
    if (reserved.rowCount !== nullifiers.length) throw new NotesTaken();
    return 'stored' as const;
  }).catch((cause: unknown) => {
    if (cause instanceof NotesTaken) return 'notes-taken';
    throw cause;
  });
}

/** Rolls the transaction back. */
class NotesTaken extends Error {}

/** @returns whether a statement found the row it is about */
export async function isFound(
  connection: Queryable,
  statement: string,
  values: readonly unknown[],
): Promise<boolean> {
  const { rowCount } = await connection.query(statement, [...values]);
  return (rowCount ?? 0) > 0;
}
