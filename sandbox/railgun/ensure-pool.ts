import type { Hex } from 'viem';
import { treasury } from '../chain/accounts.ts';
import { type Deployment, writeDeployment } from '../chain/deployment.ts';
import { mineWhilePending } from '../chain/mine-while-pending.ts';
import { createSender } from '../chain/sender.ts';
import type { RunningChain } from '../chain/start-chain.ts';
import { compilePool, type SentPool, sendPool } from './deploy-pool.ts';

/**
 * Ensures that the chain has its private pool, whenever the chain was created: deploys one when the deployment
 * names none or a missing one, and records it in `file`. A start that was killed in between
 * leaves an unrecorded pool, and the next start deploys another.
 * @returns the deployment with the pool. Throws when the chain refused one of its transactions.
 */
export async function ensurePool(options: {
  readonly chain: RunningChain;
  readonly deployment: Deployment;
  /** Where the deployment is stored. */
  readonly file: string;
  /** Where compiled contracts are cached. */
  readonly cacheDir: string;
}): Promise<Deployment> {
  const { chain, deployment, file } = options;
  const known = deployment.shieldedPool;
  if (known && (await hasCode(chain, known.proxy)) && (await hasCode(chain, known.relayAdapt))) {
    return deployment;
  }
  const artifacts = await compilePool(options.cacheDir);
  const deploymentBlock = Number(await chain.call<Hex>('eth_blockNumber'));
  const { wrappedNative } = deployment;
  const owner = createSender(chain.call, chain.chainId, treasury);
  const sent = await sendPool(owner, artifacts, { wrappedNative });
  await mineUntilDone(chain, sent);
  const shieldedPool = {
    proxy: sent.pool,
    relayAdapt: sent.relayAdapt,
    wrappedNative,
    deploymentBlock,
  };
  const whole = { ...deployment, shieldedPool };
  await writeDeployment(file, whole);
  return whole;
}

async function mineUntilDone(chain: RunningChain, sent: SentPool): Promise<void> {
  await mineWhilePending(chain);
  for (const hash of sent.keySettings) {
    const receipt = await chain.call<{ status: Hex } | null>('eth_getTransactionReceipt', [hash]);
    if (receipt?.status !== '0x1') throw new Error(`The pool did not accept a key in ${hash}.`);
  }
  if (!(await hasCode(chain, sent.relayAdapt))) {
    throw new Error(`The ${chain.slug} chain did not accept the contracts of the private pool.`);
  }
}

async function hasCode(chain: RunningChain, address: Hex): Promise<boolean> {
  return (await chain.call<Hex>('eth_getCode', [address, 'latest'])) !== '0x';
}
