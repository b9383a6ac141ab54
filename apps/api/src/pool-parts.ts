import { createShieldedSeals } from './adapters/key-vault/shielded-seals.ts';
import { createPostgresPrivateRequests } from './adapters/postgres/shielded/private-requests.ts';
import { createPostgresShieldedPoolClient } from './adapters/postgres/shielded/shielded-pool-client.ts';
import { createPostgresShieldedWallets } from './adapters/postgres/shielded/shielded-wallets.ts';
import { createPostgresShieldedWorkers } from './adapters/postgres/shielded/shielded-workers.ts';
import type { Dependencies } from './dependencies.ts';
import { createKeyHandoff } from './modules/auth/sessions/key-handoff.ts';
import {
  type BroadcasterRecordsPorts,
  createBroadcasterRecords,
} from './operations/create-broadcaster-records.ts';
import type { BroadcasterAddresses } from './ports/broadcaster.ts';
import type { KeyVault } from './ports/key-vault.ts';
import type { Randomness } from './ports/randomness.ts';

/** @returns how the API reaches the private pool */
export function createPoolParts(
  given: Pick<Dependencies, 'database' | 'notificationListener' | 'clock' | 'report'> & {
    readonly vault: KeyVault;
    readonly randomness: Randomness;
  },
  {
    poolChainIds,
    secret,
  }: { readonly poolChainIds: readonly number[]; readonly secret: Uint8Array },
) {
  const { database, notificationListener, vault, clock, randomness, report } = given;
  const privateTransactions = createPostgresPrivateRequests(database);
  const shieldedSeals = createShieldedSeals(secret);
  const shieldedWallets = createPostgresShieldedWallets(database);
  const workers = createPostgresShieldedWorkers({
    wallets: shieldedWallets,
    seals: shieldedSeals,
    notificationListener,
    clock,
    chainIds: poolChainIds,
    report,
  });
  const keyHandoff = createKeyHandoff({
    workers,
    wallets: shieldedWallets,
    seals: shieldedSeals,
    vault,
    clock,
    poolChainIds,
    report,
  });
  const poolClient = createPostgresShieldedPoolClient({
    pool: database.pool,
    notificationListener,
    workers,
    seals: shieldedSeals,
    waiting: () => privateTransactions.waiting(),
    clock,
    randomness,
    poolChainId: poolChainIds[0] ?? null,
  });
  return { privateTransactions, shieldedSeals, workers, keyHandoff, poolClient };
}

/** @returns who sends private payments, and what the network has of those; null without a pool */
export function createBroadcasterParts(
  {
    operations,
    chains,
    clock,
    report,
  }: Pick<Dependencies, 'chains' | 'clock' | 'report'> & {
    readonly operations: BroadcasterRecordsPorts['operations'];
  },
  {
    broadcaster,
    poolChainIds: [chainId],
  }: {
    readonly broadcaster: BroadcasterAddresses | null;
    readonly poolChainIds: readonly number[];
  },
) {
  const chain = chainId === undefined ? undefined : chains.get(chainId);
  return {
    broadcasterAddress: broadcaster?.address ?? null,
    broadcasterRecords:
      broadcaster === null || chain === undefined
        ? null
        : createBroadcasterRecords({ operations, chain, broadcaster, clock, report }),
  };
}
