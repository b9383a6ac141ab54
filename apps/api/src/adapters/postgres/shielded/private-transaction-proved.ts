import type pg from 'pg';
import { canHappen, transition } from '#domain/operation/transition';
import type { PrivateTransactionJob, ProvedJob } from '../../../ports/private-transactions.ts';
import { statement } from '../connection/statement.ts';
import { Abandoned, inTransaction } from '../connection/transaction.ts';
import { type SavedRow, savingOf } from '../operations/operation-record.ts';
import { MOVED_NOTHING } from '../operations/operation-rows.ts';
import { LOCK_CLAIMED, lockUnsigned, saveLocked } from './unsigned-operations.ts';

/** Wakes the process that signs, which would otherwise find what is proved a moment later. */
export const PROVED_TRANSACTIONS_CHANNEL = 'proved_transactions';

/**
 * Stores the call and reserves its notes. Only an operation that moved nothing releases its notes for another.
 * Notes are locked in the order of their nullifiers.
 */
export const SAVE_PROVED = statement<SavedRow & { readonly reserved: number }>(
  savingOf({
    parts: [
      `private_part as (
      update private_transactions s set share = 1, call_to = $2, call_data = $3, call_value = $4, gas_limit = $5,
        nullifiers = $6, proved_at = $7
      from o where s.operation_id = o.id
    )`,
      `reserved as (
      insert into spent_notes as n (chain_id, nullifier, operation_id)
      select o.chain_id, nullifier, o.id from o, unnest($6::text[]) as nullifier order by nullifier
      on conflict (chain_id, nullifier) do update set operation_id = excluded.operation_id
      where n.operation_id = excluded.operation_id or exists (
        select 1 from operations h where h.id = n.operation_id and h.status in (${MOVED_NOTHING}))
      returning 1
    )`,
    ],
    columns: [
      '(select count(*)::int from reserved) as reserved',
      `pg_notify('${PROVED_TRANSACTIONS_CHANNEL}', '')`,
    ],
  }),
);

interface ProvedCall {
  readonly proved: ProvedJob['call'];
  readonly now: Date;
  /** It is due immediately, even if it was to be sent later. */
  readonly isOnNetwork: boolean;
}

/** Stores the call that was proved and reserves its notes, or neither. */
export function saveProved(
  pool: pg.Pool,
  { operationId, epoch }: PrivateTransactionJob,
  { proved, now, isOnNetwork }: ProvedCall,
): Promise<'stored' | 'notes-taken' | 'lost'> {
  const { to, data, value, gasLimit, broadcasterFee } = proved;
  const nullifiers = proved.nullifiers.map((nullifier) => nullifier.toLowerCase());
  const prepared = { type: 'prepared', broadcasterFee } as const;
  return inTransaction(pool, async (connection) => {
    const [found] = await lockUnsigned(connection, LOCK_CLAIMED, [operationId, epoch]);
    if (found === undefined || !canHappen(found.operation, prepared)) return 'lost';
    const next = transition(found.operation, prepared);
    const dueAt = isOnNetwork ? now : (found.sendAt ?? now);
    const [saved] = await saveLocked(connection, SAVE_PROVED, {
      transitions: [{ claim: found, next, dueAt, endsClaim: true }],
      values: [to, data, value, gasLimit, nullifiers, now],
    });
    if (saved?.reserved !== nullifiers.length) throw new NotesTaken();
    return 'stored' as const;
  }).catch((cause: unknown) => {
    if (cause instanceof NotesTaken) return 'notes-taken';
    throw cause;
  });
}

/** Rolls the transaction back. */
class NotesTaken extends Abandoned {}
