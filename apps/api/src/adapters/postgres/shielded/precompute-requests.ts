import type pg from 'pg';
import type { PrecomputeRequest } from '../../../ports/private-transactions.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import type { precomputeRequests } from '../schema/private-transactions.ts';
import { columnOfTerms, type TermsColumn, termsOfColumn } from './private-transaction-rows.ts';
import { PRIVATE_TRANSACTIONS_CHANNEL } from './private-transaction-store.ts';

export const REQUEST_PRECOMPUTE = statement(`
  with saved as (
    insert into precompute_requests (user_id, terms, requested_at) values ($1, $2, $3)
    on conflict (user_id) do update set terms = excluded.terms, requested_at = excluded.requested_at
    returning user_id
  )
  select pg_notify('${PRIVATE_TRANSACTIONS_CHANNEL}', '') from saved`);

export const CLAIM_PRECOMPUTE = statement<
  RowOf<typeof precomputeRequests, 'user_id'> & { readonly terms: TermsColumn }
>(
  `with gone as (
     delete from precompute_requests where requested_at < $1
   ), next as (
     select user_id from precompute_requests where requested_at >= $1 order by requested_at limit 1 for update skip locked
   )
   delete from precompute_requests a using next where a.user_id = next.user_id returning a.user_id, a.terms`,
);

/** Stores what a user may be about to request, in place of their previous precompute request. */
export async function requestPrecompute(
  pool: pg.Pool,
  { userId, terms }: PrecomputeRequest,
  now: Date,
): Promise<void> {
  await run(pool, REQUEST_PRECOMPUTE, [userId, columnOfTerms(terms), now]);
}

/** Takes the oldest precompute request that is not too old, and deletes those that are. */
export async function claimPrecompute(
  pool: pg.Pool,
  since: Date,
): Promise<PrecomputeRequest | null> {
  const row = await readFirst(pool, CLAIM_PRECOMPUTE, [since]);
  return row === null ? null : { userId: row.user_id, terms: termsOfColumn(row.terms) };
}
