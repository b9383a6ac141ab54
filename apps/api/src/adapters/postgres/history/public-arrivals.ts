import type pg from 'pg';
import { digitsToBaseUnits } from '#domain/amount/base-units';
import type { PublicArrivals } from '../../../ports/public-arrivals.ts';
import type { Held, RowOf } from '../connection/row-of.ts';
import { readAll, statement } from '../connection/statement.ts';
import type { publicMovements } from '../schema/history.ts';

type ArrivalRow = RowOf<typeof publicMovements, 'token_id' | 'amount' | 'from_address' | 'at'> &
  Held<RowOf<typeof publicMovements, 'transaction_hash'>>;

/** Values: $1 account, $2 a time, $3 tokens and $4 their amounts, $5 user. */
export const FIND_ARRIVALS = statement<ArrivalRow>(`
  select m.token_id, m.amount, m.transaction_hash, m.from_address, m.at from public_movements m
  where m.account = $1 and m.at >= $2 and m.direction = 'in' and m.is_success and m.transaction_hash is not null
    and (m.token_id, m.amount) in (select * from unnest($3::text[], $4::numeric[]))
    and not exists (select 1 from operations o where o.id = m.operation_id and o.user_id = $5)
    and not exists (
      select 1 from movement_origins x where x.account = m.account and x.transaction_hash = m.transaction_hash)
  order by m.at, m.id limit 500`);

/** What accounts received, from what the followers stored. */
export function createPostgresPublicArrivals({ pool }: { readonly pool: pg.Pool }): PublicArrivals {
  return {
    async find({ userId, account, since, amounts }) {
      if (amounts.length === 0) return [];
      const tokens = amounts.map(({ tokenId }) => tokenId);
      const units = amounts.map((each) => each.units.toString());
      const rows = await readAll(pool, FIND_ARRIVALS, [account, since, tokens, units, userId]);
      return rows.map((row) => ({
        tokenId: row.token_id,
        units: digitsToBaseUnits(row.amount),
        transactionHash: row.transaction_hash,
        from: row.from_address,
        at: row.at,
      }));
    },
  };
}
