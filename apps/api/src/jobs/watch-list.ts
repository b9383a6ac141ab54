import type { PublicAddress } from '#domain/address/address';
import type { WatchedAddresses } from '../ports/block-feed.ts';
import type { Clock } from '../ports/clock.ts';
import type { PublicHistory } from '../ports/public-history.ts';

/** The public addresses of all wallets, in memory. */
export interface WatchList {
  addresses(): WatchedAddresses;
  /** Adds the wallets that were created since the last time. */
  refresh(): Promise<void>;
}

/** @returns an empty list */
export function createWatchList({
  history,
  clock,
}: {
  readonly history: Pick<PublicHistory, 'addresses'>;
  readonly clock: Pick<Clock, 'now'>;
}): WatchList {
  const byLowerCase = new Map<string, PublicAddress>();
  let refreshedAt: Date | null = null;
  return {
    addresses: () => byLowerCase,
    async refresh() {
      const now = clock.now();
      for (const address of await history.addresses(refreshedAt)) {
        byLowerCase.set(address.toLowerCase(), address);
      }
      refreshedAt = now;
    },
  };
}
