import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeDeployments } from './chain/deployment.ts';
import { localNetworks } from './chain/local-networks.ts';
import { type RunningNetwork, startLocalNetwork } from './chain/start-local-network.ts';
import { type RunningDatabase, startDatabase } from './database/start-database.ts';
import { type KeptExchange, runExchange } from './exchange/run-exchange.ts';
import { type RunningMessages, startMessages } from './messages/start-messages.ts';
import { writeNetworksFile } from './networks-file.ts';
import { type PriceKey, type RunningPrices, startPrices } from './prices/start-prices.ts';
import { unpackArtifacts } from './railgun/unpack-artifacts.ts';
import { type RunningRamp, startRamp } from './ramp/start-ramp.ts';

const parts = [
  'database',
  'polygon',
  'avalanche',
  'prices',
  'exchange',
  'messages',
  'ramp',
] as const;
/** The parts of a sandbox. */
export type SandboxPart = (typeof parts)[number];

export interface RunningSandbox {
  /** Connection string, password included; null when the database was not requested. */
  readonly databaseUrl: string | null;
  readonly database: RunningDatabase | null;
  /** The requested chains, by slug. */
  readonly networks: ReadonlyMap<string, RunningNetwork>;
  /** Path of the networks file with those chains; null when there are none. */
  readonly networksFile: string | null;
  /** Directory of the proving files of the private pool; null when no chain has one. */
  readonly artifactsDirectory: string | null;
  /** Base URL of CoinGecko's protocol; null when prices were not requested. */
  readonly priceBaseUrl: string | null;
  /** Null when the exchange was not requested; it needs both chains. */
  readonly exchange: KeptExchange | null;
  /** Null when messages were not requested. */
  readonly messages: RunningMessages | null;
  /** Null when the ramp or its chain, Polygon, was not requested. */
  readonly ramp: RunningRamp | null;
  stop(): Promise<void>;
}

export interface SandboxOptions {
  /** Where everything is stored between starts. */
  readonly dataDir: string;
  /** The first port; the parts use fixed offsets from it. */
  readonly port: number;
  /** All parts by default. */
  readonly only?: readonly SandboxPart[];
  readonly priceKey?: PriceKey;
  /** Port of the API that the ramp notifies of orders; the first port by default. */
  readonly apiPort?: number;
  /** An anvil other than the one from npm. */
  readonly anvilPath?: string | null;
  /** Called with a sentence when a part is up, died, or was restarted. */
  readonly report?: (sentence: string) => void;
}

/** Offset of each part's port from the first one. */
export const portOffsets = {
  polygon: 1,
  avalanche: 2,
  exchange: 3,
  ramp: 4,
  prices: 5,
  messages: 6,
  smtp: 7,
  database: 8,
} as const;

/** Compiled contracts and proving files are the same for every sandbox of a checkout. */
const cacheDir = join(import.meta.dirname, '..', '.cache', 'contracts');
const sharedArtifacts = join(import.meta.dirname, '..', '.cache', 'artifacts');

/**
 * Starts the external services: a database, two chains with markets, a price feed, an exchange and a ramp on them, and
 * a mailbox for emails and text messages, in parallel, and keeps them running until `stop`. Every part is ready when
 * it resolves.
 * Rejects, with everything stopped again, when one does not start.
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const wanted = new Set<SandboxPart>(options.only ?? parts);
  const started: (() => Promise<void>)[] = [];
  await mkdir(resolve(options.dataDir), { recursive: true, mode: 0o755 });
  const stop = async () => {
    // Stopped in reverse: later parts use earlier ones.
    for (const stopPart of started.splice(0).reverse()) await stopPart();
  };
  const outcomes = await Promise.allSettled([
    wanted.has('database') ? startPart('the database', runDatabase) : null,
    wanted.has('messages') ? startPart('the mailbox', runMessages) : null,
    runChains(),
    wanted.has('polygon') ? provideArtifacts(options) : null,
  ]);
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') {
    await stop();
    throw failed.reason;
  }
  const [database, messages, chains, artifactsDirectory] = outcomes.map((each) =>
    each.status === 'fulfilled' ? each.value : null,
  ) as [RunningDatabase | null, RunningMessages | null, Chains, string | null];
  return {
    databaseUrl: database?.url ?? null,
    database,
    messages,
    artifactsDirectory,
    ...chains,
    stop,
  };

  function runMessages(): Promise<RunningMessages> {
    return startMessages({
      port: options.port + portOffsets.messages,
      smtpPort: options.port + portOffsets.smtp,
      dataDir: resolve(options.dataDir),
    });
  }

  function runDatabase(): Promise<RunningDatabase> {
    const port = options.port + portOffsets.database;
    return startDatabase({ dataDir: options.dataDir, port, ...reporting(options) });
  }

  async function runChains(): Promise<Chains> {
    const requested = localNetworks.filter(({ slug }) => wanted.has(slug));
    const settled = await Promise.allSettled(
      requested.map((network) =>
        startPart(`the ${network.slug} chain`, () =>
          startLocalNetwork({
            network,
            port: options.port + portOffsets[network.slug],
            dataDir: options.dataDir,
            cacheDir,
            anvilPath: options.anvilPath ?? null,
            ...reporting(options),
          }),
        ),
      ),
    );
    const networks = new Map<string, RunningNetwork>();
    for (const each of settled) {
      if (each.status === 'rejected') throw each.reason;
      networks.set(each.value.network.slug, each.value);
    }
    const prices = wanted.has('prices')
      ? await startPart('the price feed', () => runPrices([...networks.values()]))
      : null;
    const exchange = wanted.has('exchange')
      ? await startPart('the exchange', () => runSwaps([...networks.values()]))
      : null;
    const networksFile = networks.size > 0 ? await describeNetworks(options, networks) : null;
    const polygon = networks.get('polygon');
    const ramp =
      wanted.has('ramp') && polygon ? await startPart('the ramp', () => runRamp(polygon)) : null;
    return { networks, networksFile, priceBaseUrl: prices?.baseUrl ?? null, exchange, ramp };
  }

  function runSwaps(networks: readonly RunningNetwork[]): Promise<KeptExchange> {
    return runExchange({
      port: options.port + portOffsets.exchange,
      dataDir: options.dataDir,
      chains: networks.map(({ deployment, chain }) => ({ deployment, rpcUrl: chain.rpcUrl })),
      ...reporting(options),
    });
  }

  function runPrices(networks: readonly RunningNetwork[]): Promise<RunningPrices> {
    return startPrices({
      port: options.port + portOffsets.prices,
      networks: networks.map(({ network, deployment, chain }) => ({
        network,
        deployment,
        call: chain.call,
      })),
      ...(options.priceKey && { key: options.priceKey }),
    });
  }

  function runRamp({ network, deployment, chain }: RunningNetwork): Promise<RunningRamp> {
    return startRamp({
      port: options.port + portOffsets.ramp,
      dataDir: options.dataDir,
      webhookUrl: `http://127.0.0.1:${options.apiPort ?? options.port}/api/ramp/webhook`,
      chain: { call: chain.call, chainId: network.chainId, usdc: deployment.usdc },
    });
  }

  async function startPart<Part extends { stop(): Promise<void> }>(
    name: string,
    start: () => Promise<Part>,
  ): Promise<Part> {
    const part = await start();
    started.push(() => part.stop());
    options.report?.(`${name} is up`);
    return part;
  }
}

/** @returns the directory of the proving files, which are unpacked there */
async function provideArtifacts({ dataDir, report }: SandboxOptions): Promise<string> {
  try {
    await unpackArtifacts(sharedArtifacts, report);
    return sharedArtifacts;
  } catch {
    // A read-only checkout: every data directory gets its own.
    const ownArtifacts = join(resolve(dataDir), 'sandbox', 'artifacts');
    await unpackArtifacts(ownArtifacts, report);
    return ownArtifacts;
  }
}

type Chains = Pick<
  RunningSandbox,
  'networks' | 'networksFile' | 'priceBaseUrl' | 'exchange' | 'ramp'
>;

function reporting({ report }: SandboxOptions): { report?: (sentence: string) => void } {
  return report ? { report } : {};
}

async function describeNetworks(
  { dataDir }: SandboxOptions,
  networks: ReadonlyMap<string, RunningNetwork>,
): Promise<string> {
  const home = join(resolve(dataDir), 'sandbox');
  await mkdir(home, { recursive: true });
  const deployments = [...networks.values()].map(({ deployment }) => deployment);
  await writeDeployments(join(home, 'deployment.json'), deployments);
  const file = join(home, 'networks.json');
  const listed = [...networks.values()].map(({ network, deployment, chain }) => ({
    network,
    deployment,
    rpcUrl: chain.rpcUrl,
  }));
  await writeNetworksFile(file, listed);
  return file;
}
