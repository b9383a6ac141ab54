import type pg from 'pg';
import { readAll, type Statement } from '../connection/statement.ts';
import { LADDER } from '../operations/operation-rows.ts';
import {
  PRIVATE_TRANSACTION_COLUMNS,
  type PrivateTransactionRow,
} from './private-transaction-rows.ts';
import { UNSIGNED } from './unsigned-operations.ts';

/** A signed consolidation of the same user: until it was seen, a proof would choose the notes that it spends. */
const WAITS_FOR_NOTES = `exists (
  select 1 from private_transactions t join operations c on c.id = t.operation_id
  where t.user_id = o.user_id and t.released_at is null and c.kind = 'consolidation'
    and c.signed_at is not null and c.ended_at is null)`;

/** The text of a statement that claims what is due. Values: $1 now, $2 end of the lease, $3 limit, $4 users to leave out. */
export function claimingOf(status: 'created' | 'prepared'): string {
  return `
    with due as (
      select o.id from operations o
      where ${UNSIGNED} and o.status = '${status}' and o.due_at <= $1 and not ${WAITS_FOR_NOTES}
        and o.user_id <> all($4::uuid[])
      order by o.kind = 'consolidation', o.created_at, o.id limit $3 for update skip locked
    ), o as (
      update operations c set due_at = $2, lease_epoch = c.lease_epoch + 1 from due where c.id = due.id returning c.*
    )
    select o.*, ${LADDER}, ${PRIVATE_TRANSACTION_COLUMNS} from o join private_transactions s on s.operation_id = o.id
    order by o.kind = 'consolidation', o.created_at, o.id`;
}

/** True of an unsigned operation whose claim was not taken over. Values: $1 operation, $2 epoch. */
export const CLAIMED = `id = $1 and lease_epoch = $2 and ended_at is null and signed_at is null`;

/** @returns the rows that a statement of `claimingOf` claimed */
export function claim(
  pool: pg.Pool,
  query: Statement<PrivateTransactionRow>,
  options: {
    readonly now: Date;
    readonly leaseMs: number;
    readonly limit: number;
    readonly except?: readonly string[];
  },
): Promise<readonly PrivateTransactionRow[]> {
  const { now, leaseMs, limit, except = [] } = options;
  return readAll(pool, query, [now, later(now, leaseMs), limit, except]);
}

/** @returns the end of a lease */
export function later(from: Date, ms: number): Date {
  return new Date(from.getTime() + ms);
}
