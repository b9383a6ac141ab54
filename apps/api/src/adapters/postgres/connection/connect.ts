import pg from 'pg';

/** A pool of connections to the database. */
export interface Database {
  readonly pool: pg.Pool;
  /** @returns false when the database does not respond. */
  isAnswering(): Promise<boolean>;
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 20;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** A process that stands still in a transaction would keep its locks, and with them an account. */
const IDLE_TRANSACTION_MS = 15_000;

/**
 * Opens nothing yet: connections are made when they are needed.
 * @param onLost called when an idle connection breaks and the pool has to make another, or none can be made
 */
export function createDatabase(url: string, onLost: (cause: Error) => void = () => {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    application_name: 'kax',
  });
  pool.on('error', onLost);
  // One may break between two queries, even before whoever waited for it has it. The next query fails and says why.
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  return {
    pool,
    async isAnswering() {
      try {
        await pool.query('select 1');
        return true;
      } catch (cause) {
        onLost(cause instanceof Error ? cause : new Error(String(cause)));
        return false;
      }
    },
    close: () => pool.end(),
  };
}
