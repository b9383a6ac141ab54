import type pg from 'pg';
import type { AheadSpend } from '../../../ports/private-spends.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import type { aheadSpends } from '../schema/private-spends.ts';
import { columnOfTerms, type TermsColumn, termsOfColumn } from './private-spend-rows.ts';
import { PRIVATE_SPENDS_CHANNEL } from './private-spend-store.ts';

export const ASK_AHEAD = statement(`
  with wish as (
    insert into ahead_spends (user_id, terms, asked_at) values ($1, $2, $3)
    on conflict (user_id) do update set terms = excluded.terms, asked_at = excluded.asked_at
    returning user_id
  )
  select pg_notify('${PRIVATE_SPENDS_CHANNEL}', '') from wish`);

export const CLAIM_AHEAD = statement<
  RowOf<typeof aheadSpends, 'user_id'> & { readonly terms: TermsColumn }
>(
  `with gone as (
     delete from ahead_spends where asked_at < $1
   ), next as (
     select user_id from ahead_spends where asked_at >= $1 order by asked_at limit 1 for update skip locked
   )
   delete from ahead_spends a using next where a.user_id = next.user_id returning a.user_id, a.terms`,
);

/** Stores what a person may be about to ask for, in place of what they thought of before. */
export async function askAhead(
  pool: pg.Pool,
  { userId, terms }: AheadSpend,
  now: Date,
): Promise<void> {
  await run(pool, ASK_AHEAD, [userId, columnOfTerms(terms), now]);
}

/** Takes the oldest wish that is not too old, and forgets those that are. */
export async function claimAhead(pool: pg.Pool, since: Date): Promise<AheadSpend | null> {
  const row = await readFirst(pool, CLAIM_AHEAD, [since]);
  return row === null ? null : { userId: row.user_id, terms: termsOfColumn(row.terms) };
}
