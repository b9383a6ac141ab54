import type pg from 'pg';
import { readAll, statement } from '../connection/statement.ts';

/** How many recovery wraps are under one key. */
export interface WrapCount {
  /** In hex; null for a wrap without an ID, as there was before the key could be replaced. */
  readonly keyId: string | null;
  /** Of unfinished registrations: made again by no one, and gone after a day. */
  readonly isRegistration: boolean;
  readonly count: number;
}

/** The first byte of a wrap is its version; 4 and 5 have the ID of their key after it. */
export const COUNT_WRAPS = statement<{
  key_id: string | null;
  is_registration: boolean;
  count: number;
}>(`
  select case when substring(wrap from 1 for 1) in ('\\x04', '\\x05')
      then encode(substring(wrap from 2 for 8), 'hex') end as key_id,
    is_registration, count(*)::int as count
  from (
    select recovery_wrap as wrap, false as is_registration from key_records
    union all select recovery_wrap, true from registrations
  ) wraps
  group by 1, 2 order by 1, 2`);

/** @returns how many recovery wraps of accounts and of unfinished registrations are under each key */
export async function countRecoveryWraps({
  pool,
}: {
  readonly pool: pg.Pool;
}): Promise<readonly WrapCount[]> {
  const rows = await readAll(pool, COUNT_WRAPS);
  return rows.map(({ key_id: keyId, is_registration: isRegistration, count }) => {
    return { keyId, isRegistration, count };
  });
}
