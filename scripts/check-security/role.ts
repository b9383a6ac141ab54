import pg from 'pg';

/** A connection to the product's database with the rights of one role. */
export interface Role {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /**
   * Runs a statement and undoes it.
   * @returns how many rows it changed, or what the database said when the role may not run it. Any other failure
   * rejects.
   */
  attempt(text: string, values?: readonly unknown[]): Promise<number | string>;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** @param databaseUrl with the name and the password of the role */
export function openRole(databaseUrl: string): Role {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  // A product that is stopped ends its connections.
  pool.on('error', () => undefined);
  return {
    pool,
    async query<Row extends object>(text: string, values: readonly unknown[] = []) {
      return (await pool.query<Row>(text, [...values])).rows;
    },
    async attempt(text, values = []) {
      const connection = await pool.connect();
      try {
        await connection.query('begin');
        return (await connection.query(text, [...values])).rowCount ?? 0;
      } catch (cause) {
        const isDenied = cause instanceof pg.DatabaseError && cause.code === INSUFFICIENT_PRIVILEGE;
        if (!isDenied) throw cause;
        return cause.message;
      } finally {
        await connection.query('rollback');
        connection.release();
      }
    },
    close: () => pool.end(),
  };
}
