import type pg from 'pg';
import type { Changes, OperationChange } from '../../ports/changes.ts';
import { OPERATION_CHANGES_CHANNEL } from './operation-record.ts';
import { PRICE_CHANGES_CHANNEL } from './prices.ts';

const RETRY_MS = 1_000;

/** The news, with the connection that it comes through. */
export interface ListeningChanges extends Changes {
  /** Resolves when news arrives. Afterwards a lost connection is made again by itself. */
  start(): Promise<void>;
  /** Gives the connection back; call it before the pool ends. */
  stop(): Promise<void>;
}

/**
 * News over PostgreSQL's LISTEN and NOTIFY, on one connection of the pool for the whole process.
 * @returns the port, not started.
 */
export function createPostgresChanges({ pool }: { readonly pool: pg.Pool }): ListeningChanges {
  const operationListeners: ((change: OperationChange) => void)[] = [];
  const priceListeners: (() => void)[] = [];
  const gapListeners: (() => void)[] = [];
  let client: pg.PoolClient | null = null;
  let retry: NodeJS.Timeout | null = null;
  let isStopped = false;

  function hear({ channel, payload }: pg.Notification): void {
    if (channel === PRICE_CHANGES_CHANNEL) for (const tell of priceListeners) tell();
    if (channel !== OPERATION_CHANGES_CHANNEL || payload === undefined) return;
    const change: OperationChange = JSON.parse(payload);
    for (const tell of operationListeners) tell(change);
  }

  function lose(lost: pg.PoolClient, cause: Error): void {
    if (client !== lost) return;
    client = null;
    lost.release(cause);
    tryAgainSoon();
  }

  function tryAgainSoon(): void {
    if (isStopped || retry !== null) return;
    retry = setTimeout(() => {
      retry = null;
      listen().then(
        () => {
          for (const tell of gapListeners) tell();
        },
        () => tryAgainSoon(),
      );
    }, RETRY_MS);
  }

  async function listen(): Promise<void> {
    const fresh = await pool.connect();
    fresh.on('error', (cause) => lose(fresh, cause));
    fresh.on('notification', hear);
    try {
      await fresh.query(`listen ${OPERATION_CHANGES_CHANNEL}; listen ${PRICE_CHANGES_CHANNEL}`);
    } catch (cause) {
      fresh.release(true);
      throw cause;
    }
    if (isStopped) return fresh.release(true);
    client = fresh;
  }

  return {
    isHeard: () => client !== null,
    onOperation: (listener) => void operationListeners.push(listener),
    onPrices: (listener) => void priceListeners.push(listener),
    onGap: (listener) => void gapListeners.push(listener),
    start: listen,
    async stop() {
      isStopped = true;
      if (retry !== null) clearTimeout(retry);
      client?.release(true);
      client = null;
    },
  };
}
