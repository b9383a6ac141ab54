import type { PublicAddress } from '#domain/address/address';
import type { BroadcasterRecords } from '../ports/broadcaster-records.ts';
import type { PublicChain } from '../ports/public-chain.ts';
import { MOST_POOL_GAS } from './broadcaster-bid.ts';
import { type ReconcilePorts, reconcileAccount } from './reconcile-account.ts';

export interface BroadcasterRecordsPorts extends ReconcilePorts {
  readonly chain: ReconcilePorts['chain'] &
    Pick<PublicChain, 'chainId' | 'heads' | 'finalPrivateCall'>;
  readonly broadcasterAddress: PublicAddress;
}

/** @returns the records of the broadcaster's account on one chain, compared with the network only after a failover. */
export function createBroadcasterRecords(ports: BroadcasterRecordsPorts): BroadcasterRecords {
  const { operations, chain, broadcasterAddress } = ports;
  const account = { chainId: chain.chainId, account: broadcasterAddress, userId: null };
  return {
    async isJustAfterFailover() {
      const { failover } = await operations.records(account);
      return failover === 'new' || failover === 'just-now';
    },
    async compare() {
      const { failover, hasRecovered } = await operations.records(account);
      if (failover === 'none' && !hasRecovered) return { kind: 'complete' };
      const { kind } = await reconcileAccount(ports, account);
      if (kind === 'reconciling') return { kind };
      // What was lost is final by now, or in no pool that is known.
      return { kind: 'compared', block: (await chain.heads()).finalized.number };
    },
    async finalCall(hash) {
      const found = await chain.finalPrivateCall(hash);
      if (found === null) return null;
      const gasLimit = found.gasLimit < MOST_POOL_GAS ? found.gasLimit : MOST_POOL_GAS;
      return { ...found, gasLimit };
    },
  };
}
