import { setTimeout as sleep } from 'node:timers/promises';
import { readBroadcasterAddresses } from './adapters/key-vault/broadcaster-addresses.ts';
import { readSecret } from './adapters/key-vault/key-files.ts';
import { createShieldedSeals } from './adapters/key-vault/shielded-seals.ts';
import { toClaimKey } from './adapters/key-vault/to-claim-key.ts';
import { toPhrase } from './adapters/key-vault/to-phrase.ts';
import { createPostgresRecoveredOfKax } from './adapters/postgres/operations/recovered-transactions.ts';
import { requireRole } from './adapters/postgres/roles/require-role.ts';
import { PRIVATE_TRANSACTIONS_CHANNEL } from './adapters/postgres/shielded/private-transaction-store.ts';
import { createPostgresProvingQueue } from './adapters/postgres/shielded/proving-queue.ts';
import {
  createPostgresShieldedRequests,
  SHIELDED_REQUESTS_CHANNEL,
} from './adapters/postgres/shielded/shielded-requests.ts';
import { createPostgresShieldedViews } from './adapters/postgres/shielded/shielded-views.ts';
import {
  createPostgresShieldedWallets,
  SHIELDED_WALLETS_CHANNEL,
} from './adapters/postgres/shielded/shielded-wallets.ts';
import { createShieldedPool } from './adapters/railgun/shielded-pool.ts';
import { systemRandomness } from './adapters/system-clock/system-clock.ts';
import { readShieldedWorkerConfig } from './config.ts';
import { ConfigNotValid } from './config-not-valid.ts';
import { createDependencies, watchCommits } from './dependencies.ts';
import { guardMemory, warnOfExposures } from './guard-memory.ts';
import type { ConfiguredNetwork, ConfiguredPool } from './networks.ts';
import { createBroadcasterRecords } from './operations/create-broadcaster-records.ts';
import { PoolUnavailable, type ShieldedPool } from './ports/shielded-pool.ts';
import { createShielding } from './shielding/shielding.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const RETRY_MS = 2_000;

guardMemory();
const config = readShieldedWorkerConfig();
const dependencies = createDependencies(config, 'shielded');
const { notificationListener, database, clock, configured, nodes, calls, report, log } =
  dependencies;
warnOfExposures(config, log);
await requireRole(database, 'kax_shielded_worker', config);
const commits = await watchCommits(config, dependencies);
const pool = await openPool();
const { network } = networkWithPool();
const seals = createShieldedSeals(await readSecret(config.keyFolder, 'pool-1'));
const broadcaster = await readBroadcasterAddresses(config.keyFolder);
const key = seals.createRunKey(pool.chainId);
const shielding = createShielding(
  {
    pool,
    tokens: shieldableTokens(network),
    nativeCoinId: present(nativeCoinOf(network), 'native coin').id,
    key,
    seals,
    wallets: createPostgresShieldedWallets(database),
    views: createPostgresShieldedViews(database, seals),
    requests: createPostgresShieldedRequests(database, seals, { key, report }),
    privateTransactions: createPostgresProvingQueue(database),
    toPhrase,
    toClaimKey,
    clock,
    randomness: systemRandomness,
    calls: present(calls.get(network.chainId), 'contract calls'),
    broadcasterAddress: broadcaster.address,
    records: createBroadcasterRecords({
      operations: createPostgresRecoveredOfKax(database.pool),
      chain: present(dependencies.chains.get(network.chainId), 'chain'),
      ...{ broadcaster, clock, report },
    }),
    consolidation: config.consolidation,
    report,
  },
  () => {
    log.error('another process has taken over the private pool');
    process.kill(process.pid, 'SIGTERM');
  },
);
notificationListener.on(SHIELDED_REQUESTS_CHANNEL, () => shielding.onRequests());
notificationListener.on(SHIELDED_WALLETS_CHANNEL, () => shielding.onWallets());
notificationListener.on(PRIVATE_TRANSACTIONS_CHANNEL, () => shielding.onPrivateTransactions());
stopOnSignal(log, [
  () => notificationListener.stop(),
  () => shielding.stop(),
  () => pool.stop(),
  () => commits.stop(),
  () => database.close(),
]);
await notificationListener.start();
await shielding.start();
log.info('ready');

/** Waits for a chain that does not respond yet. */
async function openPool(): Promise<ShieldedPool> {
  const { network, shieldedPool } = networkWithPool();
  const options = {
    chainId: network.chainId,
    contracts: shieldedPool,
    tokens: shieldableTokens(network),
    directory: config.shielded.folder,
    artifactsDirectory: config.shielded.artifactsFolder,
    alarm: report,
    log: {
      say: (sentence: string) => log.debug(sentence),
      complain: (err: unknown) => log.debug({ err }, 'the pool’s software complains'),
    },
  };
  for (;;) {
    try {
      return await createShieldedPool({ ...options, rpcUrls: await urlsOnChain() });
    } catch (cause) {
      if (!(cause instanceof PoolUnavailable)) throw cause;
      report({ message: 'The private pool cannot be opened yet.', cause });
      await sleep(RETRY_MS);
    }
  }
}

/** The pool's software calls the URLs itself, so it gets none that serves another chain. */
async function urlsOnChain(): Promise<readonly string[]> {
  const { network, rpcUrls } = networkWithPool();
  const available = await present(nodes.get(network.chainId), 'nodes').check();
  const onChain = rpcUrls.filter((_, at) => available[at] !== 'on-other-chain');
  if (onChain.length > 0) return onChain;
  throw new PoolUnavailable(network.chainId, new Error('Every node is on another chain.'));
}

/** The pool's software can open one pool in a process. */
function networkWithPool(): ConfiguredNetwork & { readonly shieldedPool: ConfiguredPool } {
  const [first, ...others] = configured.flatMap((each) =>
    each.shieldedPool === null ? [] : [{ ...each, shieldedPool: each.shieldedPool }],
  );
  if (first === undefined || others.length > 0) {
    throw new ConfigNotValid('Exactly one network needs a private pool for this process.');
  }
  return first;
}

function shieldableTokens({ tokens }: ConfiguredNetwork['network']) {
  return tokens.filter(({ isShieldable }) => isShieldable);
}

function nativeCoinOf({ tokens }: ConfiguredNetwork['network']) {
  return tokens.find(({ address }) => address === null);
}

function present<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new ConfigNotValid(`The pool’s network has no ${what}.`);
  return value;
}
