import type pg from 'pg';
import type { LostFactors } from '../../../ports/lost-factors.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, statement } from '../connection/statement.ts';
import type { protections } from '../schema/security.ts';

export const LIST_DUE = statement<RowOf<typeof protections, 'user_id'>>(
  'select user_id from protections where factors_removed_at <= $1 order by factors_removed_at limit 100',
);

/** Removals of lost factors in PostgreSQL. */
export function createPostgresLostFactors({ pool }: { readonly pool: pg.Pool }): LostFactors {
  return {
    due: async (now) => (await readAll(pool, LIST_DUE, [now])).map(({ user_id: id }) => id),
  };
}
