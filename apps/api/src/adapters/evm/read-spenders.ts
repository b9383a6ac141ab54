import { decodeEventLog, toEventSelector } from 'viem';
import * as z from 'zod/mini';
import type { PublicAddress } from '#domain/address/address';
import type { NonceUse } from '#domain/operation/operation';
import { keyOfNote, keyOfUnshield, privateEventAbi } from './private-call.ts';
import { eventOf, type PoolLog, readPoolLogs } from './read-pool-logs.ts';
import type { RpcNode } from './rpc-node.ts';
import { quantity, toQuantity } from './rpc-values.ts';

/** What one event of the pool shows. */
export interface PoolEvent {
  readonly place: NonceUse;
  /** Keys of the notes that were spent. */
  readonly spent: readonly string[];
  /** The notes that were made, as the pool records them. */
  readonly made: readonly `0x${string}`[];
  /** Key of what left the pool; null when nothing did. */
  readonly unshielded: string | null;
}

const TOPICS = privateEventAbi.map((event) => toEventSelector(event));
/** How many blocks are read together, from the newest one back. */
const BLOCKS_AT_A_TIME = 1_000n;
/** A clock that is ahead by less than this hides nothing. */
const CLOCK_MARGIN_MS = 10 * 60_000;
const dated = z.object({ timestamp: quantity });

/**
 * Reads the events of the transactions that spent these notes, in the blocks up to `to`.
 * @returns null when a note is not among them: the node lacks events, or the note was spent in a later block. Rejects
 *   when the node fails.
 */
export async function readSpenders(
  node: RpcNode,
  pool: PublicAddress,
  sought: { readonly keys: readonly string[]; readonly since: Date; readonly to: bigint },
): Promise<readonly PoolEvent[] | null> {
  const { keys, since } = sought;
  const earliest = since.getTime() - CLOCK_MARGIN_MS;
  const spenders: PoolEvent[] = [];
  for (let { to } = sought; ; to -= BLOCKS_AT_A_TIME) {
    const from = to < BLOCKS_AT_A_TIME ? 0n : to - BLOCKS_AT_A_TIME + 1n;
    spenders.push(
      ...spendersOf(
        keys,
        (await readPoolLogs(node, { pool, topics: TOPICS }, { from, to })).map(poolEventOf),
      ),
    );
    const seen = spenders.flatMap(({ spent }) => spent);
    if (keys.every((key) => seen.includes(key))) return spenders;
    if (from === 0n || (await timeOf(node, from)) < earliest) return null;
  }
}

function spendersOf(keys: readonly string[], events: readonly PoolEvent[]): readonly PoolEvent[] {
  const hashes = events
    .filter(({ spent }) => spent.some((key) => keys.includes(key)))
    .map(({ place }) => place.transactionHash);
  return events.filter(({ place }) => hashes.includes(place.transactionHash));
}

function poolEventOf(log: PoolLog): PoolEvent {
  const { transactionHash, blockNumber, blockHash } = log;
  const place = { transactionHash, blockNumber, blockHash };
  const nothing = { place, spent: [], made: [], unshielded: null };
  const { eventName, args } = decodeEventLog({ abi: privateEventAbi, ...eventOf(log) });
  switch (eventName) {
    case 'Nullified': {
      const tree = BigInt(args.treeNumber);
      return {
        ...nothing,
        spent: args.nullifier.map((each) => keyOfNote({ tree, nullifier: each })),
      };
    }
    case 'Transact':
      return { ...nothing, made: args.hash };
    case 'Unshield':
      return { ...nothing, unshielded: keyOfUnshield({ ...args, value: args.amount + args.fee }) };
  }
}

async function timeOf(node: RpcNode, block: bigint): Promise<number> {
  const response = await node.call('eth_getBlockByNumber', [toQuantity(block), false]);
  return Number(dated.parse(response).timestamp) * 1_000;
}
