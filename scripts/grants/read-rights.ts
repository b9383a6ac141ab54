import type pg from 'pg';
import { describeStatement } from '../../apps/api/src/adapters/postgres/statements.test-setup.ts';

export type Privilege = 'select' | 'insert' | 'update' | 'delete';

/** What a statement needs of one table. */
export interface TableRight {
  /** With its schema, as in `public.users`. */
  readonly table: string;
  readonly privilege: Privilege;
  /** In the order of the table; `any` where PostgreSQL accepts every one, as for `count(*)` and for a lock. */
  readonly columns: readonly string[] | 'any' | 'whole table';
}

/** What a statement needs. */
export interface Rights {
  readonly tables: readonly TableRight[];
  /** Sequences of which it takes the next value, with their schema. */
  readonly sequences: readonly string[];
}

/** Reads what statements need, on a connection to the migrated schema. */
export interface RightsReader {
  /** Runs nothing. Rejects when the schema lacks something that the text names. */
  readRights(text: string): Promise<Rights>;
}

interface Table {
  readonly name: string;
  /** By PostgreSQL's number, in order. */
  readonly columns: ReadonlyMap<number, string>;
  /** By the column that takes its default from it. */
  readonly sequences: ReadonlyMap<string, string>;
}

/** @returns a reader that asks PostgreSQL itself: the parse tree says which privileges are checked on which columns */
export async function createRightsReader(client: pg.Client): Promise<RightsReader> {
  await client.query('set client_min_messages = log; set debug_print_rewritten = on');
  const tables = await readTables(client);
  return {
    async readRights(text) {
      const trees = await treesOf(client, text);
      const permissions = trees.flatMap((tree) => [...tree.matchAll(PERMISSIONS)]);
      const found = permissions.flatMap(([permission]) => rightsOf(permission, tables));
      return {
        tables: found,
        sequences: [...defaultsOf(found, tables), ...namedSequences(text, tables)],
      };
    },
  };
}

interface Notice {
  readonly message: string | undefined;
  readonly detail?: string | undefined;
}

const PERMISSIONS = /\{RTEPERMISSIONINFO[^}]*\}/g;

/** PostgreSQL's bits. */
const BITS: readonly (readonly [Privilege, number])[] = [
  ['insert', 1],
  ['select', 2],
  ['update', 4],
  ['delete', 8],
];

/** In a set of columns, 7 is the row as a whole, and lower numbers are PostgreSQL's own columns. */
const WHOLE_ROW = 7;

async function treesOf(client: pg.Client, text: string): Promise<readonly string[]> {
  const trees: string[] = [];
  const note = ({ message, detail }: Notice) => {
    if (message?.startsWith('rewritten parse tree') === true) trees.push(detail ?? '');
  };
  client.on('notice', note);
  try {
    await describeStatement(client, text);
  } finally {
    client.off('notice', note);
  }
  if (trees.length === 0) throw new Error(`PostgreSQL printed no tree of: ${text}`);
  return trees;
}

function rightsOf(permission: string, tables: ReadonlyMap<number, Table>): readonly TableRight[] {
  const required = numberIn(permission, /:requiredPerms (\d+)/);
  const table = tables.get(numberIn(permission, /:relid (\d+)/));
  // PostgreSQL's own tables, which everyone may read.
  if (required === 0 || table === undefined) return [];
  return BITS.filter(([, bit]) => (required & bit) !== 0).map(([privilege]) => ({
    table: table.name,
    privilege,
    columns: privilege === 'delete' ? 'whole table' : columnsIn(permission, privilege, table),
  }));
}

function columnsIn(
  permission: string,
  privilege: 'select' | 'insert' | 'update',
  { name, columns }: Table,
): readonly string[] | 'any' {
  const set = { select: 'selectedCols', insert: 'insertedCols', update: 'updatedCols' }[privilege];
  const [, text] = new RegExp(`:${set} \\(b([\\s\\d]*)\\)`).exec(permission) ?? [];
  if (text === undefined) throw new Error(`There is no ${set} in ${permission}`);
  const numbers = text.split(/\s+/).filter(Boolean).map(Number);
  if (numbers.length === 0) return 'any';
  if (numbers.includes(WHOLE_ROW)) return [...columns.values()];
  return numbers.map((each) => {
    const column = columns.get(each - WHOLE_ROW);
    if (column === undefined) throw new Error(`A statement reads a hidden column of ${name}.`);
    return column;
  });
}

function numberIn(permission: string, pattern: RegExp): number {
  const [, digits] = pattern.exec(permission) ?? [];
  if (digits === undefined) throw new Error(`There is no ${pattern.source} in ${permission}`);
  return Number(digits);
}

/** What an insert leaves out takes its default. */
function defaultsOf(
  rights: readonly TableRight[],
  tables: ReadonlyMap<number, Table>,
): readonly string[] {
  const tableByName = new Map([...tables.values()].map((table) => [table.name, table]));
  return rights.flatMap(({ table, privilege, columns }) => {
    if (privilege !== 'insert') return [];
    const sequences = tableByName.get(table)?.sequences ?? new Map<string, string>();
    return [...sequences].flatMap(([column, sequence]) =>
      columns !== 'any' && columns.includes(column) ? [] : [sequence],
    );
  });
}

const NAMED_SEQUENCE = /nextval\(pg_get_serial_sequence\('(\w+)', '(\w+)'\)\)/g;

/** The tree has the sequence of a call only as a text. */
function namedSequences(text: string, tables: ReadonlyMap<number, Table>): readonly string[] {
  const named = [...text.matchAll(NAMED_SEQUENCE)];
  if (named.length !== text.split(/\b(?:nextval|setval|currval)\(/).length - 1) {
    throw new Error(`It is not known which sequence is used by: ${text}`);
  }
  return named.map(([, table, column]) => {
    const found = [...tables.values()].find(({ name }) => name === `public.${table}`);
    const sequence = found?.sequences.get(column ?? '');
    if (sequence === undefined) throw new Error(`${table}.${column} has no sequence.`);
    return sequence;
  });
}

async function readTables(client: pg.Client): Promise<ReadonlyMap<number, Table>> {
  const { rows } = await client.query<{
    readonly id: number;
    readonly table: string;
    readonly number: number;
    readonly column: string;
    readonly sequence: string | null;
  }>(`
    select c.oid::int as id, n.nspname || '.' || c.relname as table, a.attnum::int as number, a.attname as column,
      pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) as sequence
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname in ('public', 'drizzle') and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped
    order by 2, 3`);
  const columns = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...columns].map(([id, own]) => [
      id,
      {
        name: own[0]?.table ?? '',
        columns: new Map(own.map(({ number, column }) => [number, column])),
        sequences: new Map(
          own.flatMap(({ column, sequence }) => (sequence === null ? [] : [[column, sequence]])),
        ),
      },
    ]),
  );
}
