import type { Table } from 'drizzle-orm';

/** The names of a table's columns in SQL. */
export type ColumnOf<T extends Table> = ColumnsOf<T>['_']['name'];

/** A row of a table as the driver reads it, all columns or those named: numbers of any size are texts. */
export type RowOf<T extends Table, Name extends ColumnOf<T> = ColumnOf<T>> = {
  readonly [Column in ColumnsOf<T> as Column['_']['name'] & Name]: Value<Column>;
};

/** Columns of a table under other names: `RowAs<typeof users, { user_id: 'id' }>`. */
export type RowAs<T extends Table, NameByAlias extends Readonly<Record<string, ColumnOf<T>>>> = {
  readonly [Alias in keyof NameByAlias]: RowOf<T>[NameByAlias[Alias]];
};

/** A row of the optional side of an outer join. */
export type Nullable<Row> = { readonly [Name in keyof Row]: Row[Name] | null };

/** A row of which the statement's condition says that nothing is null. */
export type Held<Row> = { readonly [Name in keyof Row]: NonNullable<Row[Name]> };

type ColumnsOf<T extends Table> = T['_']['columns'][keyof T['_']['columns']];

type Value<Column extends ColumnsOf<Table>> = Column['_']['notNull'] extends true
  ? Driven<Column>
  : Driven<Column> | null;

/** The driver does not trust a JavaScript number with 64 bits. */
type Driven<Column extends ColumnsOf<Table>> = Column['_']['columnType'] extends
  | 'PgBigInt53'
  | 'PgBigInt64'
  | 'PgBigSerial53'
  | 'PgBigSerial64'
  ? string
  : Column['_']['data'];
