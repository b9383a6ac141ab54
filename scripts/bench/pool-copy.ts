import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createShieldedPool } from '../../apps/api/src/adapters/railgun/shielded-pool.ts';
import type { ShieldedPool } from '../../apps/api/src/ports/shielded-pool.ts';
import type { PublicAddress } from '../../packages/domain/src/address/address.ts';
import type { Token, TokenId } from '../../packages/domain/src/token/token.ts';
import {
  POOL_CHAIN_ID,
  type PoolBench,
  startPoolBench,
} from '../../sandbox/railgun/pool.test-setup.ts';
import { unpackArtifacts } from '../../sandbox/railgun/unpack-artifacts.ts';

const TREE_DEPTH = 16;

/** A chain with only a pool, and its client; one per process. */
export interface PoolCopy {
  readonly bench: PoolBench;
  readonly pool: ShieldedPool;
  readonly token: Token;
  stop(): Promise<void>;
}

/** Starts both; nothing is shielded yet. */
export async function startPoolCopy(): Promise<PoolCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'kax-bench-pool-'));
  const artifactsDirectory = join(import.meta.dirname, '../../.cache/artifacts');
  await unpackArtifacts(artifactsDirectory);
  const bench = await startPoolBench(TREE_DEPTH);
  const token = tokenOf(bench);
  const pool = await createShieldedPool({
    chainId: POOL_CHAIN_ID,
    contracts: {
      proxy: bench.pool.pool as PublicAddress,
      relayAdapt: bench.pool.relayAdapt as PublicAddress,
      wrappedNative: bench.wrappedNative as PublicAddress,
      deploymentBlock: 0,
    },
    tokens: [token],
    rpcUrls: [bench.chain.rpcUrl],
    directory: folder,
    artifactsDirectory,
  });
  return {
    bench,
    pool,
    token,
    async stop() {
      await pool.stop();
      await bench.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function tokenOf({ token: address }: PoolBench): Token {
  return {
    id: 'polygon-tok' as TokenId,
    chainId: POOL_CHAIN_ID,
    address: address as PublicAddress,
    symbol: 'TOK',
    name: 'TOK',
    decimals: 18,
    isShieldable: true,
    image: '/token.svg',
  };
}
