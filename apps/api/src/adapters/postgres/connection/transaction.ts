import type pg from 'pg';

/** A connection or a pool: whatever runs a statement. */
export type Queryable = Pick<pg.ClientBase, 'query'> | Pick<pg.Pool, 'query'>;

/** Runs `work` in one transaction. Rolls back and rejects with what `work` rejected with. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (connection: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect();
  connection.on('error', leaveToTheQuery);
  try {
    await connection.query('begin');
    const value = await work(connection);
    await connection.query('commit');
    connection.off('error', leaveToTheQuery);
    connection.release();
    return value;
  } catch (cause) {
    // Closing the connection makes the server roll back.
    connection.release(cause instanceof Error ? cause : true);
    throw cause;
  }
}

/** The statement that is running rejects with the same error. */
function leaveToTheQuery(): void {}
