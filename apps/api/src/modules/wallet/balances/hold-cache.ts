import type { PublicAddress } from '#domain/address/address';
import { BALANCE_LAG_MS, type Hold } from '#domain/operation/holds';
import type { Changes } from '../../../ports/changes.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Operations } from '../../../ports/operations.ts';
import { createFreshValues } from './fresh-values.ts';

export interface HoldCachePorts {
  readonly operations: Pick<Operations, 'holds'>;
  readonly changes: Pick<Changes, 'isConnected'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** The holds of open payments, cached in memory, so that a page needs no database query. */
export interface HoldCache {
  /** The holds that a balance of this moment may still contain. */
  holdsFor(owner: PublicAddress, balanceReadAt: Date): Promise<readonly Hold[]>;
  /** Invalidates the holds of an owner. */
  forget(owner: PublicAddress): void;
  forgetAll(): void;
}

interface KnownHolds {
  readonly holds: readonly Hold[];
  /** Payments mined from here on are among them. */
  readonly since: Date;
}

/** Notifications invalidate holds; this limits the effect of a lost one. */
const FRESH_MS = 60_000;
/** How far back holds are read, so that they match balances that were read a while ago. */
const REACH_MS = 2 * BALANCE_LAG_MS;

/** @returns an empty cache for at most `capacity` owners; it is bypassed while notifications cannot arrive. */
export function createHoldCache(ports: HoldCachePorts, capacity: number): HoldCache {
  const { operations, changes, clock } = ports;
  const known = createFreshValues<KnownHolds>({
    clock,
    capacity,
    freshMs: () => FRESH_MS,
    read: async (owner, readAt) => {
      const since = new Date(readAt.getTime() - REACH_MS);
      return { holds: await operations.holds(owner as PublicAddress, since), since };
    },
  });
  return {
    async holdsFor(owner, balanceReadAt) {
      const neededSince = new Date(balanceReadAt.getTime() - BALANCE_LAG_MS);
      const { value } = changes.isConnected() ? await known.get(owner) : await known.readNow(owner);
      if (value.since.getTime() <= neededSince.getTime()) return value.holds;
      return operations.holds(owner, neededSince);
    },
    forget: (owner) => known.touch(owner),
    forgetAll: () => known.touchAll(),
  };
}
