import {
  type AccountRecords,
  FAILOVER_PAUSE_MS,
  FAILOVER_RECENT_MS,
} from '#domain/operation/lost-commits';
import type { RowOf } from '../connection/row-of.ts';
import type { chainAccounts } from '../schema/operations.ts';

/** What tells one server from another: a standby that is promoted begins a new timeline. */
export const SERVER = `
  select system_identifier::text,
    ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline
  from pg_control_system()`;

export interface RecordsRow {
  readonly failover: AccountRecords['failover'];
  readonly is_exported: boolean;
  readonly has_recovered: boolean;
}

/**
 * Columns with what is known of the records of account $2 on chain $1. Times are those of the server.
 * @param userId the SQL of its user's id; null for an account of Kax's own, whose keys no one exports
 */
export function recordsColumns(userId: string | null): string {
  const isExported =
    userId === null
      ? 'false'
      : `exists (
      select from audit_events e where e.user_id = ${userId} and e.event = 'keys-exported'
    )`;
  return `
    coalesce((
      select case when h.seen_at > now() - interval '${FAILOVER_PAUSE_MS} milliseconds' then 'just-now'
        when h.seen_at > now() - interval '${FAILOVER_RECENT_MS} milliseconds' then 'recent'
        else 'none' end
      from database_history h join (${SERVER}) s using (system_identifier, timeline)
    ), 'new') as failover,
    ${isExported} as is_exported,
    exists (
      select from recovered_transactions r
      where r.chain_id = $1 and r.account = $2 and r.operation_id is null
        and r.mined_at > now() - interval '${FAILOVER_RECENT_MS} milliseconds'
    ) as has_recovered`;
}

/** @returns what is known of the records of the account of a row */
export function recordsOf(
  row: RowOf<typeof chainAccounts, 'next_nonce'> & RecordsRow,
): AccountRecords {
  return {
    nextRecorded: Number(row.next_nonce),
    failover: row.failover,
    isExported: row.is_exported,
    hasRecovered: row.has_recovered,
  };
}
