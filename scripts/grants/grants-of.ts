import type { Role } from '../../apps/api/src/adapters/postgres/roles/roles.ts';
import type { Privilege, Rights } from './read-rights.ts';

/** What one role gets of one table: columns by privilege; for `delete`, which has none, an empty list. */
export interface TableGrant {
  readonly table: string;
  readonly columns: ReadonlyMap<Privilege, readonly string[]>;
}

/** What one role gets. */
export interface RoleGrants {
  readonly role: Role;
  readonly tables: readonly TableGrant[];
  readonly sequences: readonly string[];
}

/**
 * PostgreSQL lets a role lock rows of a table when it may change one of its columns, whichever. Where a program only
 * locks, it gets the one from which nothing follows.
 */
const COLUMN_TO_LOCK: Readonly<Record<string, string>> = {
  'public.precompute_requests': 'requested_at',
  'public.ramp_visits': 'opened_at',
  'public.users': 'created_at',
};

const PRIVILEGES = ['select', 'insert', 'update', 'delete'] as const;

/** @returns the fewest rights with which all of the statements run */
export function grantsOf(role: Role, needed: readonly Rights[]): RoleGrants {
  const rights = needed.flatMap(({ tables }) => tables);
  const byTable = Map.groupBy(rights, ({ table }) => table);
  const tables = [...byTable].map(([table, own]) => ({
    table,
    columns: new Map(
      PRIVILEGES.flatMap((privilege) => {
        const wanted = own.filter((each) => each.privilege === privilege);
        return wanted.length === 0 ? [] : [[privilege, columnsOf(table, privilege, wanted)]];
      }),
    ),
  }));
  return {
    role,
    tables: tables.sort((one, other) => compare(one.table, other.table)),
    sequences: [...new Set(needed.flatMap(({ sequences }) => sequences))].sort(compare),
  };
}

function columnsOf(
  table: string,
  privilege: Privilege,
  rights: Rights['tables'],
): readonly string[] {
  const columns = new Set(
    rights.flatMap((right) => (Array.isArray(right.columns) ? right.columns : [])),
  );
  if (columns.size === 0 && privilege !== 'delete') columns.add(anyColumnOf(table, privilege));
  return [...columns].sort(compare);
}

function anyColumnOf(table: string, privilege: Privilege): string {
  const column = privilege === 'update' ? COLUMN_TO_LOCK[table] : undefined;
  if (column === undefined) {
    throw new Error(`Some statement needs to ${privilege} any column of ${table}: say which here.`);
  }
  return column;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
