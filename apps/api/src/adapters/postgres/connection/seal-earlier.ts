import { readAll, type Statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

/**
 * Seals the rows of before a table had seals, some at a time.
 * @param unsealed returns some of those that have none; one that changed before it was sealed is among them again
 * @param seal resolves to how many rows it sealed
 * @returns how many were sealed
 */
export async function sealEarlier<Row extends object>(
  connection: Queryable,
  unsealed: Statement<Row>,
  seal: (row: Row) => Promise<number>,
): Promise<number> {
  let count = 0;
  for (;;) {
    const rows = await readAll(connection, unsealed);
    if (rows.length === 0) return count;
    for (const row of rows) count += await seal(row);
  }
}
