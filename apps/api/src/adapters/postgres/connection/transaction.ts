import type pg from 'pg';

/** A connection or a pool: whatever runs a statement. */
export type Queryable = Pick<pg.ClientBase, 'query'> | Pick<pg.Pool, 'query'>;

/**
 * Runs `work` in one transaction. Rolls back and rejects with what `work` rejected with. Rejects with
 * `CommitNotReplicated` when only this server has the commit although it had to wait for a standby.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (connection: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    const value = await work(connection);
    await commit(connection);
    connection.release();
    return value;
  } catch (cause) {
    await rollBack(connection, cause);
    throw cause;
  }
}

/** Why work gives its transaction up although nothing is wrong with its connection. */
export class Abandoned extends Error {}

/** After any other error, the connection is closed, which makes the server roll back when it sees it. */
async function rollBack(connection: pg.PoolClient, cause: unknown): Promise<void> {
  let broken: unknown = cause;
  if (cause instanceof Abandoned) {
    broken = await connection.query('rollback').then(
      () => null,
      (failure: unknown) => failure,
    );
  }
  if (broken === null) connection.release();
  else connection.release(broken instanceof Error ? broken : true);
}

/**
 * Commits, and rejects with `CommitNotReplicated` when someone cancelled the wait for a standby (`pg_cancel_backend`):
 * PostgreSQL then reports success with a warning, and a failover would lose it. A commit has no other warning.
 */
export async function commit(connection: pg.PoolClient): Promise<void> {
  let warning: string | null = null;
  const note = ({ code, message }: ServerNotice) => {
    if (code === WARNING) warning = message ?? '';
  };
  connection.on('notice', note);
  try {
    await connection.query('commit');
  } finally {
    connection.off('notice', note);
  }
  if (warning !== null) throw new CommitNotReplicated(warning);
}

/** The class of warnings that have no code of their own. */
const WARNING = '01000';

interface ServerNotice {
  readonly code: string | undefined;
  readonly message: string | undefined;
}

/** It is committed on this server, and a failover may lose it: whether it lasts is not known. */
export class CommitNotReplicated extends Error {
  constructor(warning: string) {
    super(`No standby is known to have a commit: ${warning}.`);
    this.name = 'CommitNotReplicated';
  }
}
