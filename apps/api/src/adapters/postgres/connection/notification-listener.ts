import type pg from 'pg';

const RETRY_MS = 1_000;

/** Notifications from other processes over LISTEN and NOTIFY, on one connection of the pool for the whole process. */
export interface NotificationListener {
  /** Listens to the messages of a channel; call it before `start`. */
  on(channel: string, listener: (message: string) => void): void;
  /** Called when messages arrive again after an interruption: some may have been missed. */
  onGap(listener: () => void): void;
  /** False while messages cannot arrive. */
  isConnected(): boolean;
  /** Resolves when messages arrive. Afterwards a lost connection is re-established automatically. */
  start(): Promise<void>;
  /** Returns the connection; call it before the pool ends. */
  stop(): Promise<void>;
}

/** @returns a notification listener that does not listen yet. */
export function createNotificationListener({
  pool,
}: {
  readonly pool: pg.Pool;
}): NotificationListener {
  const listeners = new Map<string, ((message: string) => void)[]>();
  const gapListeners: (() => void)[] = [];
  let client: pg.PoolClient | null = null;
  let retry: NodeJS.Timeout | null = null;
  let isStopped = false;

  function onNotification({ channel, payload }: pg.Notification): void {
    // A returned connection is closed a moment later.
    if (isStopped) return;
    for (const notify of listeners.get(channel) ?? []) notify(payload ?? '');
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
          for (const notify of gapListeners) notify();
        },
        () => tryAgainSoon(),
      );
    }, RETRY_MS);
  }

  async function listen(): Promise<void> {
    const fresh = await pool.connect();
    fresh.on('error', (cause) => lose(fresh, cause));
    fresh.on('notification', onNotification);
    try {
      await fresh.query([...listeners.keys()].map((channel) => `listen ${channel}`).join('; '));
    } catch (cause) {
      fresh.release(true);
      throw cause;
    }
    if (isStopped) return fresh.release(true);
    client = fresh;
  }

  return {
    on: (channel, listener) => {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
    },
    onGap: (listener) => void gapListeners.push(listener),
    isConnected: () => client !== null,
    start: listen,
    async stop() {
      isStopped = true;
      if (retry !== null) clearTimeout(retry);
      client?.release(true);
      client = null;
    },
  };
}
