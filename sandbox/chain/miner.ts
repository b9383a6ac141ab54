import { setTimeout as sleep } from 'node:timers/promises';
import { createQueue } from '../processes/create-queue.ts';
import type { CallNode } from './json-rpc.ts';

export interface Miner {
  /** Mines one block now, outside the schedule. */
  mineNow(): Promise<void>;
  /** Stops mining after the current block; the state of the last block is saved. */
  stop(): Promise<void>;
}

/** Two blocks above one make it final on these nodes; one more covers a reader that is a block late. */
const BLOCKS_AFTER_A_TRANSACTION = 3;
const HEARTBEAT_EVERY_MS = 30_000;
const LOOK_EVERY_MS = 150;

/**
 * Mines a chain: a block soon after a transaction, the blocks that make it final after it,
 * and otherwise a slow heartbeat. The state is kept after every block.
 */
export function startMiner(options: {
  readonly call: CallNode;
  /** Lowest base fee of a block, base units of the native coin for one gas. */
  readonly leastBaseFee: bigint;
  /** Least time between two blocks. */
  readonly blockEveryMs: number;
  /** False while the node is restarting and has no state yet. */
  readonly isReady: () => boolean;
  readonly keepState: () => Promise<void>;
  readonly report?: (sentence: string) => void;
}): Miner {
  const { call, leastBaseFee, blockEveryMs, keepState } = options;
  let isStopping = false;
  let lastBlockAt = 0;
  let followUps = 0;
  // One block at a time, whoever the caller.
  const inOrder = createQueue();
  const loop = run();
  return {
    mineNow: () => inOrder(mine),
    stop: async () => {
      isStopping = true;
      await loop;
      await inOrder(async () => undefined);
    },
  };

  async function run(): Promise<void> {
    let isFailing = false;
    while (!isStopping) {
      try {
        await inOrder(mineWhenDue);
        isFailing = false;
      } catch (error) {
        // The node is restarting; the first failure is reported, the loop continues.
        if (!isFailing) options.report?.(`Mining is paused: ${String(error)}`);
        isFailing = true;
      }
      await sleep(LOOK_EVERY_MS);
    }
  }

  async function mineWhenDue(): Promise<void> {
    const quietMs = Date.now() - lastBlockAt;
    if (quietMs < blockEveryMs || !options.isReady()) return;
    const { pending } = await call<{ pending: string }>('txpool_status');
    const isDue = BigInt(pending) > 0n || followUps > 0 || quietMs > HEARTBEAT_EVERY_MS;
    if (isDue) await mine();
  }

  async function mine(): Promise<void> {
    if (!options.isReady()) throw new Error('The chain is restarting.');
    await call('evm_mine');
    await keepLeastBaseFee(call, leastBaseFee);
    lastBlockAt = Date.now();
    // Checks the block itself: a transaction may have arrived since the pool was checked.
    followUps = (await isLatestEmpty()) ? Math.max(0, followUps - 1) : BLOCKS_AFTER_A_TRANSACTION;
    await keepState();
  }

  async function isLatestEmpty(): Promise<boolean> {
    const { transactions } = await call<{ transactions: string[] }>('eth_getBlockByNumber', [
      'latest',
      false,
    ]);
    return transactions.length === 0;
  }
}

/** Empty blocks would let the base fee fall to zero, which never happens on public chains. */
export async function keepLeastBaseFee(call: CallNode, leastBaseFee: bigint): Promise<void> {
  const history = await call<{ baseFeePerGas: string[] }>('eth_feeHistory', ['0x1', 'latest', []]);
  const next = BigInt(history.baseFeePerGas.at(-1) ?? '0x0');
  if (next >= leastBaseFee) return;
  await call('anvil_setNextBlockBaseFeePerGas', [`0x${leastBaseFee.toString(16)}`]);
}
