import type { QueryResultRow } from 'pg';
import type { Queryable } from './transaction.ts';

declare const rowOfStatement: unique symbol;

/**
 * A statement and the type of the rows that it returns. Each is an exported constant of its file, so that
 * `statements.sandbox.test.ts` finds it and prepares it against the migrated schema.
 */
export interface Statement<Row extends object> {
  readonly text: string;
  /** Connections keep the prepared statement under this name; without one it is prepared for every call. */
  readonly name: string | undefined;
  readonly [rowOfStatement]?: Row;
}

/** The rows are not read. */
type NoRow = Readonly<Record<never, never>>;

/** @returns a statement, to be run by `readAll`, `readFirst` or `run` */
export function statement<Row extends object = NoRow>(text: string, name?: string): Statement<Row> {
  return { text, name };
}

/** @returns every row */
export async function readAll<Row extends object>(
  connection: Queryable,
  query: Statement<Row>,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  return (await connection.query<Row & QueryResultRow>(query, [...values])).rows;
}

/** @returns the first row; null when there is none */
export async function readFirst<Row extends object>(
  connection: Queryable,
  query: Statement<Row>,
  values?: readonly unknown[],
): Promise<Row | null> {
  const [row] = await readAll(connection, query, values);
  return row ?? null;
}

/** @returns how many rows it returned or, without `returning`, changed */
export async function run(
  connection: Queryable,
  query: Statement<object>,
  values: readonly unknown[] = [],
): Promise<number> {
  return (await connection.query(query, [...values])).rowCount ?? 0;
}
