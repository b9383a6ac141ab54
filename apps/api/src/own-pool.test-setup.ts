import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublicAddress } from '#domain/address/address';
import type { Token, TokenId } from '#domain/token/token';
import { POOL_CHAIN_ID, type PoolBench } from '#sandbox/railgun/pool.test-setup';
import { createShieldedPool } from './adapters/railgun/shielded-pool.ts';
import type { ShieldedPool } from './ports/shielded-pool.ts';
import type { ShieldedServers } from './shielded-servers.test-setup.ts';

/** @returns the tokens that the servers of a bench list: the native coin and the one of the bench */
export function tokensOf({ token }: Pick<PoolBench, 'token'>): {
  readonly pol: Token;
  readonly tok: Token;
} {
  return { pol: tokenOf('POL', null), tok: tokenOf('TOK', token) };
}

function tokenOf(symbol: string, address: string | null): Token {
  return {
    id: `polygon-${symbol.toLowerCase()}` as TokenId,
    chainId: POOL_CHAIN_ID,
    address: address as PublicAddress | null,
    ...{ symbol, name: symbol, decimals: 18, isShieldable: true, image: '/token.svg' },
  };
}

/** Starts an engine of this process, which writes shields and reads the chain independently of the servers. */
export async function startOwnPool({
  bench,
  folder,
  artifactsDirectory,
}: Pick<ShieldedServers, 'bench' | 'folder' | 'artifactsDirectory'>): Promise<ShieldedPool> {
  const { tok, pol } = tokensOf(bench);
  return createShieldedPool({
    chainId: POOL_CHAIN_ID,
    contracts: {
      proxy: bench.pool.pool as PublicAddress,
      relayAdapt: bench.pool.relayAdapt as PublicAddress,
      wrappedNative: bench.wrappedNative as PublicAddress,
      deploymentBlock: 0,
    },
    tokens: [tok, pol],
    rpcUrls: [bench.chain.rpcUrl],
    directory: await mkdtemp(join(folder, 'own-')),
    artifactsDirectory,
  });
}
