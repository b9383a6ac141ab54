import type { PublicAddress } from '#domain/address/address';
import { SIMULATED_BROADCASTER } from './memory-private-transactions.ts';

/** What processes know of the broadcaster's accounts: each reads it when it starts. */
export interface KnownBroadcasters {
  /** New payments are given to it. */
  readonly inUse: PublicAddress;
  /** The prover looks for what a failover lost of these. */
  readonly all: readonly PublicAddress[];
  /** A worker has the keys of these, the newest last. */
  readonly withKeys: readonly PublicAddress[];
}

export const ONE_BROADCASTER: KnownBroadcasters = {
  inUse: SIMULATED_BROADCASTER,
  all: [SIMULATED_BROADCASTER],
  withKeys: [SIMULATED_BROADCASTER],
};
