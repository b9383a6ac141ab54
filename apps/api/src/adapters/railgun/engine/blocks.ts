import { createPublicClient } from 'viem';
import { connectToNodes } from './connect-to-nodes.ts';
import type { RunningEngine } from './start-engine.ts';

/** @returns the number of the chain's newest block. */
export function readLatestBlock(engine: RunningEngine): Promise<bigint> {
  return clientOf(engine).getBlockNumber({ cacheTime: 0 });
}

/** @returns when blocks were made, by number. */
export async function readBlockTimes(
  engine: RunningEngine,
  blocks: readonly number[],
): Promise<ReadonlyMap<number, Date>> {
  const client = clientOf(engine);
  const times = new Map<number, Date>();
  for (const number of new Set(blocks)) {
    const { timestamp } = await client.getBlock({ blockNumber: BigInt(number) });
    times.set(number, new Date(Number(timestamp) * 1_000));
  }
  return times;
}

function clientOf({ rpcUrls }: RunningEngine) {
  return createPublicClient({ transport: connectToNodes(rpcUrls) });
}
