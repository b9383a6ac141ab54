import { createShieldedSeals } from './adapters/key-vault/shielded-seals.ts';
import { createPostgresPrivateRequests } from './adapters/postgres/shielded/private-requests.ts';
import { createPostgresShieldedPoolClient } from './adapters/postgres/shielded/shielded-pool-client.ts';
import { createPostgresShieldedWallets } from './adapters/postgres/shielded/shielded-wallets.ts';
import { createPostgresShieldedWorkers } from './adapters/postgres/shielded/shielded-workers.ts';
import type { Dependencies } from './dependencies.ts';
import { createKeyHandoff } from './modules/auth/sessions/key-handoff.ts';
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
