import type { PublicAddress } from '#domain/address/address';
import type { AccountRecords } from '#domain/operation/lost-commits';
import type { BroadcasterAddresses } from '../ports/broadcaster.ts';
import type { BroadcasterRecords } from '../ports/broadcaster-records.ts';
import type { PublicChain } from '../ports/public-chain.ts';
import { MOST_POOL_GAS } from './broadcaster-bid.ts';
import { type ReconcilePorts, reconcileAccount } from './reconcile-account.ts';

export interface BroadcasterRecordsPorts extends ReconcilePorts {
  readonly chain: ReconcilePorts['chain'] &
    Pick<PublicChain, 'chainId' | 'heads' | 'finalPrivateCall'>;
  readonly broadcaster: Pick<BroadcasterAddresses, 'address' | 'others'>;
}

/** @returns the records of the broadcaster's accounts on one chain, compared with the network only after a failover. */
export function createBroadcasterRecords(ports: BroadcasterRecordsPorts): BroadcasterRecords {
  const { operations, chain, broadcaster } = ports;
  const { chainId } = chain;
  const recordedOf = (account: PublicAddress) => ({ chainId, account, userId: null });
  const inUse = recordedOf(broadcaster.address);
  // Another of them may have what the database lost.
  const accounts = [inUse, ...broadcaster.others.map(recordedOf)];
  return {
    async isJustAfterFailover() {
      const { failover } = await operations.records(inUse);
      return failover === 'new' || failover === 'just-now';
    },
    async compare() {
      const records = await Promise.all(accounts.map((each) => operations.records(each)));
      if (records.every(isComplete)) return { kind: 'complete' };
      for (const account of accounts) {
        const { kind } = await reconcileAccount(ports, account);
        if (kind === 'reconciling') return { kind };
      }
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

function isComplete({ failover, hasRecovered }: AccountRecords): boolean {
  return failover === 'none' && !hasRecovered;
}
