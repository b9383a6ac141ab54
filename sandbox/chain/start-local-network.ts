import { join, resolve } from 'node:path';
import { ensureBridge } from '../exchange/ensure-bridge.ts';
import { ensurePool } from '../railgun/ensure-pool.ts';
import { compileContracts } from './compile-contracts.ts';
import { type Deployment, readDeployment, writeDeployment } from './deployment.ts';
import { foundChain } from './found-chain.ts';
import type { LocalNetwork } from './local-networks.ts';
import { type MarketMaker, startMarketMaker } from './market-maker.ts';
import { type RunningChain, startChain } from './start-chain.ts';

export interface RunningNetwork {
  readonly network: LocalNetwork;
  readonly chain: RunningChain;
  readonly deployment: Deployment;
  readonly marketMaker: MarketMaker;
  stop(): Promise<void>;
}

/** 15 minutes more than the prepared trades need, plus some for the first blocks. */
const BEGINS_BEFORE_NOW_MS = 25 * 3_600_000;

/** Starts one local chain with its contracts and markets; a market maker keeps trading in them. */
export async function startLocalNetwork(options: {
  readonly network: LocalNetwork;
  readonly port: number;
  readonly dataDir: string;
  /** Where compiled contracts are cached between first starts. */
  readonly cacheDir: string;
  readonly anvilPath?: string | null;
  readonly report?: (sentence: string) => void;
}): Promise<RunningNetwork> {
  const { network, report } = options;
  const file = join(resolve(options.dataDir), `chain-${network.slug}`, 'deployment.json');
  const chain = await startChain({
    slug: network.slug,
    chainId: network.chainId,
    port: options.port,
    dataDir: options.dataDir,
    leastBaseFee: network.leastBaseFee,
    beginsBeforeNowMs: BEGINS_BEFORE_NOW_MS,
    prepare: async (call) => {
      const artifacts = await compileContracts(options.cacheDir);
      await writeDeployment(file, await foundChain(network, call, artifacts));
    },
    anvilPath: options.anvilPath ?? null,
    ...(report && { report }),
  });
  const founded = await readDeployment(file);
  const place = { chain, file, cacheDir: options.cacheDir };
  const bridged = await ensureBridge({ ...place, deployment: founded });
  const deployment = network.native.isShieldable
    ? await ensurePool({ ...place, deployment: bridged })
    : bridged;
  const marketMaker = startMarketMaker(chain.call, deployment);
  return {
    network,
    chain,
    deployment,
    marketMaker,
    stop: async () => {
      await marketMaker.stop();
      await chain.stop();
    },
  };
}
