import * as z from 'zod/mini';
import type { PublicAddress } from '#domain/address/address';
import { NodeRefusal, type RpcNode } from './rpc-node.ts';
import { bytes, hash, quantity, toQuantity } from './rpc-values.ts';

const log = z.object({
  topics: z.tuple([bytes], bytes),
  data: bytes,
  blockNumber: quantity,
  blockHash: hash,
  transactionHash: hash,
  logIndex: quantity,
});

/** An event of a pool, still encoded. */
export type PoolLog = z.output<typeof log>;

/** Whose events to read, and which kinds. */
interface WantedLogs {
  readonly pool: PublicAddress;
  readonly topics: readonly `0x${string}`[];
}

/**
 * Nodes word a range that is too long differently; half of it is requested then.
 * @returns the events of these blocks, both ends included, as far as the node has the blocks. Rejects when the node fails.
 */
export async function readPoolLogs(
  node: RpcNode,
  wanted: WantedLogs,
  { from, to }: { readonly from: bigint; readonly to: bigint },
): Promise<readonly PoolLog[]> {
  const { pool: address, topics } = wanted;
  const span = { fromBlock: toQuantity(from), toBlock: toQuantity(to) };
  try {
    const response = await node.call('eth_getLogs', [{ ...span, address, topics: [topics] }]);
    return z.array(log).parse(response);
  } catch (cause) {
    if (!(cause instanceof NodeRefusal) || from === to) throw cause;
    const middle = (from + to) / 2n;
    const first = await readPoolLogs(node, wanted, { from, to: middle });
    return [...first, ...(await readPoolLogs(node, wanted, { from: middle + 1n, to }))];
  }
}

/** @returns the parts of an event that viem decodes. */
export function eventOf({ topics, data }: PoolLog) {
  return { topics: topics as [`0x${string}`, ...`0x${string}`[]], data };
}
