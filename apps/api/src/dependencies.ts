import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { PublicAddress } from '#domain/address/address';
import type { Network } from '#domain/network/network';
import { createContractCalls } from './adapters/evm/contract-calls.ts';
import { createPublicChain } from './adapters/evm/public-chain.ts';
import { connectRpcNodes, type RpcNodes } from './adapters/evm/rpc-nodes.ts';
import { createSwapChecks } from './adapters/evm/swap-checks.ts';
import { toChecksumAddress } from './adapters/evm/to-checksum-address.ts';
import { readSecret } from './adapters/key-vault/key-files.ts';
import { createOnceMark } from './adapters/key-vault/once-mark.ts';
import { createRowSeals } from './adapters/key-vault/row-seals.ts';
import { createTextSeals } from './adapters/key-vault/text-seals.ts';
import { createPostgresChanges } from './adapters/postgres/changes.ts';
import { createDatabase, type Database } from './adapters/postgres/connection/connect.ts';
import { requireDurableCommits } from './adapters/postgres/connection/durability.ts';
import {
  createNotificationListener,
  type NotificationListener,
} from './adapters/postgres/connection/notification-listener.ts';
import { createPostgresEarlierRows } from './adapters/postgres/earlier-rows.ts';
import { createRangoExchange } from './adapters/rango/rango-exchange.ts';
import { systemClock } from './adapters/system-clock/system-clock.ts';
import type { Job } from './application/job.ts';
import { reportUnsealed, type UnsealedReport } from './application/report-unsealed.ts';
import { sealEarlierRows } from './application/seal-earlier-rows.ts';
import type {
  ChainsConfig,
  CommonConfig,
  DurabilityConfig,
  ExchangeConfig,
} from './config-groups.ts';
import { guardConnections } from './guard-connections.ts';
import { createWatchCommits } from './jobs/watch-commits.ts';
import { createLog } from './log.ts';
import { type CheckShield, createCheckShield } from './modules/wallet/shielded/check-shield.ts';
import { type ConfiguredNetwork, readNetworks } from './networks.ts';
import type { Changes } from './ports/changes.ts';
import type { Clock } from './ports/clock.ts';
import type { ContractCalls } from './ports/contract-calls.ts';
import type { ExchangeAggregator } from './ports/exchange-aggregator.ts';
import type { PublicChain } from './ports/public-chain.ts';
import type { RowSeals } from './ports/row-seals.ts';
import type { SwapChecks } from './ports/swap-checks.ts';
import type { TextSeals } from './ports/text-seals.ts';
import { requireTwoNodes } from './require-two-nodes.ts';

/** What the API, the worker and the pool's process share of the outside. */
export interface Dependencies {
  readonly log: Logger;
  readonly clock: Clock;
  readonly database: Database;
  /** Delivers the notifications of other processes; start it when every listener is registered. */
  readonly notificationListener: NotificationListener;
  readonly changes: Changes;
  readonly configured: readonly ConfiguredNetwork[];
  readonly networks: readonly Network[];
  /** By chain id. */
  readonly nodes: ReadonlyMap<number, RpcNodes>;
  /** Requests the chain id of every node, so that one of another chain is reported when the server starts. */
  readonly checkNodes: () => Promise<void>;
  /** By chain id. */
  readonly chains: ReadonlyMap<number, PublicChain>;
  /** By chain id. */
  readonly calls: ReadonlyMap<number, ContractCalls>;
  /** By chain id. */
  readonly checks: ReadonlyMap<number, SwapChecks>;
  /** The contracts of each private pool, by chain id. */
  readonly poolContracts: ReadonlyMap<number, readonly PublicAddress[]>;
  /** The only contracts that a swap may call, by chain id. */
  readonly exchangeContracts: ReadonlyMap<number, readonly PublicAddress[]>;
  readonly checkShield: CheckShield;
  /** The contract that represents the native coin within a pool, by chain id. */
  readonly wrappedNatives: ReadonlyMap<number, PublicAddress>;
  readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
}

/** How long one request to a node may take. */
const RPC_TIMEOUT_MS = 5_000;
const EXCHANGE_TIMEOUT_MS = 10_000;

/** Puts the adapters together. Nothing is connected yet. */
export function createDependencies(
  config: CommonConfig & ChainsConfig & { readonly host?: string },
  processName: string,
): Dependencies {
  const log = createLog({ level: config.logLevel, process: processName });
  const report: Dependencies['report'] = ({ message, cause, ...more }) =>
    log.warn({ ...more, err: cause }, message);
  const database = createDatabase(config.databaseUrl, (cause) =>
    report({ message: 'A connection to the database was lost.', cause }),
  );
  const configured = readNetworks(readFileSync(config.networksFile, 'utf8'), {
    rpcUrls: config.rpcUrls,
    toChecksumAddress,
  });
  guardConnections(config, configured);
  requireTwoNodes(config, configured);
  const withNodes = configured.map((each) => {
    const { network, rpcUrls } = each;
    const checks = { chainId: network.chainId, clock: systemClock, report };
    return { ...each, nodes: connectRpcNodes({ ...checks, rpcUrls, timeoutMs: RPC_TIMEOUT_MS }) };
  });
  const notificationListener = createNotificationListener(database);
  return {
    log,
    clock: systemClock,
    database,
    notificationListener,
    changes: createPostgresChanges(notificationListener),
    configured,
    networks: configured.map(({ network }) => network),
    nodes: new Map(withNodes.map(({ network, nodes }) => [network.chainId, nodes])),
    async checkNodes() {
      await Promise.all(withNodes.map(({ nodes }) => nodes.check()));
    },
    chains: new Map(withNodes.map((each) => [each.network.chainId, createPublicChain(each)])),
    calls: new Map(withNodes.map((each) => [each.network.chainId, createContractCalls(each)])),
    checks: new Map(
      withNodes.map((each) => [each.network.chainId, createSwapChecks({ ...each, report })]),
    ),
    poolContracts: new Map(
      configured.flatMap(({ network, shieldedPool: pool }) =>
        pool === null ? [] : [[network.chainId, [pool.proxy, pool.relayAdapt]] as const],
      ),
    ),
    exchangeContracts: new Map(
      configured.map(({ network, exchangeContracts }) => [network.chainId, exchangeContracts]),
    ),
    checkShield: createCheckShield(
      new Map(
        configured.flatMap(({ network, shieldedPool: pool }) =>
          pool === null ? [] : [[network.chainId, { ...pool, pool: pool.proxy }] as const],
        ),
      ),
    ),
    wrappedNatives: new Map(
      configured.flatMap(({ network, shieldedPool: pool }) =>
        pool === null ? [] : [[network.chainId, pool.wrappedNative] as const],
      ),
    ),
    report,
  };
}

/** @returns the exchange that the API and the worker use */
export function createExchange(config: ExchangeConfig): ExchangeAggregator {
  return createRangoExchange({
    ...config,
    deviceId: randomUUID(),
    timeoutMs: EXCHANGE_TIMEOUT_MS,
    sleep: systemClock.sleep,
  });
}

/**
 * In production, refuses a database that can lose what it commits, and keeps checking. Rejects with `CommitsAtRisk`.
 * @returns what ends the checks
 */
export async function watchCommits(
  config: Pick<CommonConfig, 'mode'> & DurabilityConfig,
  { database, clock, log }: Pick<Dependencies, 'database' | 'clock' | 'log'>,
): Promise<Pick<Job, 'stop'>> {
  if (config.mode !== 'production') return { stop: async () => {} };
  const job = createWatchCommits({
    requireDurableCommits: () => requireDurableCommits(database, config),
    clock,
    report: ({ message, cause }) => log.error({ err: cause }, message),
  });
  await requireDurableCommits(database, config);
  job.start();
  return job;
}

/** Of rows that only the API writes and trusts, and of those that the worker writes or trusts too. */
export type RowKeyFile = 'rows-1' | 'shared-rows-1';

interface UnsealedLog {
  readonly log: Pick<Logger, 'error'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** @returns seals under a key of the folder of keys, which log every row that does not have its own */
export async function readRowSeals(
  { keyFolder }: Pick<CommonConfig, 'keyFolder'>,
  file: RowKeyFile,
  logging: UnsealedLog,
): Promise<RowSeals> {
  const secret = await readSecret(keyFolder, file);
  return reportUnsealed(createRowSeals(secret), unsealedReport(logging));
}

/** @returns what logs rows without their seals */
export function unsealedReport({ log, clock }: UnsealedLog): UnsealedReport {
  return { clock, report: ({ message, ...row }) => log.error(row, message) };
}

/** @returns seals of the payment partner's token, which the API and the worker use */
export async function readRampSeals({
  keyFolder,
}: Pick<CommonConfig, 'keyFolder'>): Promise<TextSeals> {
  return createTextSeals(await readSecret(keyFolder, 'shared-rows-1'), 'ramp access');
}

/** Seals the rows of an earlier version, once for each folder of keys. @returns how many */
export function sealRowsOnce(
  { keyFolder }: Pick<CommonConfig, 'keyFolder'>,
  database: Pick<Database, 'pool'>,
  seals: { readonly seals: RowSeals; readonly sharedSeals: RowSeals },
): Promise<number> {
  return sealEarlierRows({
    rows: createPostgresEarlierRows(database, seals),
    mark: createOnceMark(join(keyFolder, 'rows-sealed')),
  });
}
