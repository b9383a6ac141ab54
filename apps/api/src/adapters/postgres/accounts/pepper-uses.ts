import type pg from 'pg';
import { readAll, statement } from '../connection/statement.ts';

export const COUNT_RECORDS = statement<{ pepper_id: string; count: number }>(`
  select pepper_id, count(*)::int as count
  from (select pepper_id from key_records union all select pepper_id from registrations) records
  group by pepper_id`);

/** @returns how many records of passwords, unfinished registrations included, are under each pepper, by its ID */
export async function countUnderPeppers({
  pool,
}: {
  readonly pool: pg.Pool;
}): Promise<ReadonlyMap<string, number>> {
  const rows = await readAll(pool, COUNT_RECORDS);
  return new Map(rows.map(({ pepper_id: id, count }) => [id, count]));
}
