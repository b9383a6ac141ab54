import type { Clock } from '../../../ports/clock.ts';
import type { ShieldedSeals } from '../../../ports/shielded-seals.ts';
import type {
  ShieldedWallets,
  ShieldedWorker,
  ShieldedWorkers,
} from '../../../ports/shielded-wallets.ts';
import type { NotificationListener } from '../connection/notification-listener.ts';
import { SHIELDED_WORKERS_CHANNEL } from './shielded-wallets.ts';

export interface ShieldedWorkersParts {
  readonly wallets: Pick<ShieldedWallets, 'worker'>;
  readonly seals: Pick<ShieldedSeals, 'isOurs'>;
  readonly notificationListener: NotificationListener;
  readonly clock: Pick<Clock, 'now'>;
  /** Those with a pool. */
  readonly chainIds: readonly number[];
  readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
}

/** A cached worker is read again after this long; a new run is announced immediately. */
const FRESH_MS = 2_000;

/** The workers of the database, kept in memory so that a request costs no query. */
export interface LoadedShieldedWorkers extends ShieldedWorkers {
  /** Reads all of them. */
  load(): Promise<void>;
}

/** @returns a cache that is empty until it was loaded; call it before the notification listener starts. */
export function createPostgresShieldedWorkers(parts: ShieldedWorkersParts): LoadedShieldedWorkers {
  const { notificationListener, chainIds, clock } = parts;
  const known = new Map<number, ShieldedWorker | null>();
  const readAt = new Map<number, number>();

  async function load(chainId: number): Promise<void> {
    readAt.set(chainId, clock.now().getTime());
    const worker = await parts.wallets.worker(chainId);
    const isOurs = worker === null || parts.seals.isOurs(worker.key, chainId);
    if (!isOurs) {
      const message = 'The key of the pool’s process in the database is not one of ours.';
      parts.report({ message, cause: new Error(`Key ${worker.key.keyId} of chain ${chainId}.`) });
    }
    known.set(chainId, isOurs ? worker : null);
  }

  function loadSoon(chainId: number): void {
    load(chainId).catch((cause: unknown) =>
      parts.report({ message: 'The pool’s process could not be read.', cause }),
    );
  }

  notificationListener.on(SHIELDED_WORKERS_CHANNEL, (message) => {
    const chainId = Number(message);
    if (chainIds.includes(chainId)) loadSoon(chainId);
  });
  notificationListener.onGap(() => {
    for (const chainId of chainIds) loadSoon(chainId);
  });
  return {
    current(chainId) {
      if (!chainIds.includes(chainId)) return null;
      const age = clock.now().getTime() - (readAt.get(chainId) ?? 0);
      if (age > FRESH_MS) loadSoon(chainId);
      return known.get(chainId) ?? null;
    },
    load: async () => {
      await Promise.all(chainIds.map(load));
    },
  };
}
