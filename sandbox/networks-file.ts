import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Deployment } from './chain/deployment.ts';
import type { LocalNetwork } from './chain/local-networks.ts';

/** A local network as described in the networks file. */
export interface ListedNetwork {
  readonly network: LocalNetwork;
  readonly deployment: Deployment;
  readonly rpcUrl: string;
}

/** With one slot per epoch, a local node treats a block as final when two more follow it. */
const BLOCKS_UNTIL_FINAL = 2;

/** Writes the local networks in the format of NETWORKS_FILE, atomically. */
export async function writeNetworksFile(
  file: string,
  networks: readonly ListedNetwork[],
): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, `${JSON.stringify(networks.map(toEntry), null, 2)}\n`);
  await rename(`${file}.new`, file);
}

function toEntry({ network, deployment, rpcUrl }: ListedNetwork): unknown {
  const { symbol, name, isShieldable } = network.native;
  return {
    slug: network.slug,
    name: network.name,
    chainId: network.chainId,
    image: `/marks/chain-${network.slug}.svg`,
    rpcUrls: [rpcUrl],
    multicallAddress: deployment.multicall,
    explorerTransactionUrl: null,
    blocksUntilFinal: BLOCKS_UNTIL_FINAL,
    pricePlatform: network.pricePlatform,
    historyFromBlock: 0,
    ...(deployment.shieldedPool && { shieldedPool: deployment.shieldedPool }),
    exchangeContracts: [
      deployment.swapRouter,
      deployment.v2Router,
      ...(deployment.bridge ? [deployment.bridge.escrow] : []),
    ],
    tokens: [
      token({
        symbol,
        name,
        address: null,
        decimals: 18,
        isShieldable,
        priceId: network.nativePriceId,
      }),
      ...(deployment.kax
        ? [
            token({
              symbol: 'KAX',
              name: 'Kax',
              address: deployment.kax,
              decimals: 18,
              isShieldable,
              priceId: null,
            }),
          ]
        : []),
      token({
        symbol: 'USDC',
        name: 'USD Coin',
        address: deployment.usdc,
        decimals: 6,
        isShieldable,
        priceId: 'usd-coin',
      }),
    ],
  };
}

interface ListedToken {
  readonly symbol: string;
  readonly name: string;
  readonly address: string | null;
  readonly decimals: number;
  readonly isShieldable: boolean;
  readonly priceId: string | null;
}

function token(listed: ListedToken): unknown {
  return { ...listed, image: `/marks/token-${listed.symbol.toLowerCase()}.svg` };
}
