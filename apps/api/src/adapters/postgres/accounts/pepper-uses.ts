import type pg from 'pg';
import { readAll, readFirst, statement } from '../connection/statement.ts';

export const COUNT_RECORDS = statement<{ pepper_id: string; count: number }>(`
  select pepper_id, count(*)::int as count
  from (select pepper_id from key_records union all select pepper_id from registrations) records
  group by pepper_id`);

export const COUNT_UNPROVED = statement<{ count: number }>(`
  select count(*)::int as count
  from private_transactions t join operations o on o.id = t.operation_id
  where o.ended_at is null and t.proved_at is null and o.created_at < $1`);

/** What still depends on each pepper. */
export interface PepperUses {
  /** Records of passwords, unfinished registrations included, by the ID of their pepper. */
  countRecords(): Promise<ReadonlyMap<string, number>>;
  /** Private payments ordered before this moment whose order has yet to be verified. */
  countUnproved(before: Date): Promise<number>;
}

/** Counts in PostgreSQL. */
export function createPostgresPepperUses({ pool }: { readonly pool: pg.Pool }): PepperUses {
  return {
    async countRecords() {
      const rows = await readAll(pool, COUNT_RECORDS);
      return new Map(rows.map(({ pepper_id: id, count }) => [id, count]));
    },
    async countUnproved(before) {
      return (await readFirst(pool, COUNT_UNPROVED, [before]))?.count ?? 0;
    },
  };
}
