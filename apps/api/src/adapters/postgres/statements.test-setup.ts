import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

/** A statement of the adapter, by where it is. */
export interface FoundStatement {
  /** Below the adapter, as in `accounts/audit.ts`. */
  readonly path: string;
  /** Of the exported constant. */
  readonly name: string;
  readonly text: string;
}

const EXPORTED = /^export const (\w+) =\s+statement\b/gm;

/** @returns every statement of the adapter; `scripts/conventions` keeps each where this finds it */
export async function findStatements(): Promise<readonly FoundStatement[]> {
  const paths = globSync('**/*.ts', { cwd: import.meta.dirname })
    .filter((path) => !path.includes('.test'))
    .sort();
  return (await Promise.all(paths.map(statementsOf))).flat();
}

async function statementsOf(path: string): Promise<readonly FoundStatement[]> {
  const file = join(import.meta.dirname, path);
  const names = [...readFileSync(file, 'utf8').matchAll(EXPORTED)].flatMap(
    ([, name]) => name ?? [],
  );
  if (names.length === 0) return [];
  const exported: Readonly<Record<string, { readonly text: string }>> = await import(file);
  return names.map((name) => ({ path, name, text: exported[name]?.text ?? '' }));
}

/** A column of what a statement returns. */
export interface DescribedColumn {
  readonly name: string;
  /** PostgreSQL's number of its type. */
  readonly typeId: number;
}

/** @returns what a statement would return; nothing is run. Rejects when the schema lacks something that it names. */
export function describeStatement(
  client: pg.Client,
  text: string,
): Promise<readonly DescribedColumn[]> {
  return new Promise((resolve, reject) => {
    let columns: readonly DescribedColumn[] = [];
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ text, name: '', types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }) {
        columns = fields.map(({ name, dataTypeID }) => ({ name, typeId: dataTypeID }));
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    });
  });
}
