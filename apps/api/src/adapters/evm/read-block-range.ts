import * as z from 'zod/mini';
import type { Movement } from '#domain/activity/movement';
import type { PublicAddress } from '#domain/address/address';
import type { Token } from '#domain/token/token';
import type { BlockRange, FollowedBlock, WatchedAddresses } from '../../ports/block-feed.ts';
import {
  type BlockReceipt,
  blockHeader,
  blockReceipt,
  blockTraces,
  type CallFrame,
  type FullBlock,
  fullBlock,
  type TokenLog,
  tokenLog,
} from './block-values.ts';
import { findBalanceChanges, type KnownBlock } from './find-balance-changes.ts';
import { APPROVAL, findMovements, needsReceipt, type ReadBlock } from './find-movements.ts';
import { NodeRefusal, NodeSilent, type RpcNode } from './rpc-node.ts';
import { toQuantity } from './rpc-values.ts';
import { TRANSFER } from './token-transfer.ts';

/** What is read of one chain, and from where. */
export interface BlockSource {
  readonly chainId: number;
  readonly native: Token;
  /** By lower-case address. */
  readonly tokens: ReadonlyMap<string, Token>;
  readonly multicallAddress: PublicAddress;
  /** Notified when a node could not say what contracts paid in a block. */
  readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
}

/** Concurrent requests to one node. */
const AT_ONCE = 8;
const METHOD_NOT_FOUND = -32601;

/** Nodes that said that they do not know a method; they are not called for it again. */
const lacking = new WeakMap<RpcNode, Set<string>>();

/** A node that could not finish the traces of a block in time is not asked for any for this long. */
const UNTRACED_FOR_MS = 10 * 60_000;

/** Until when a node is not asked for traces, by the clock of `performance.now()`. */
const untracedUntil = new WeakMap<RpcNode, number>();

/** Which blocks, the last one included, and whose movements in them. */
export interface WantedRange {
  readonly from: bigint;
  readonly to: bigint;
  readonly watched: WatchedAddresses;
}

/**
 * Reads blocks in a row from one node: a call for each block, and for a block with transactions one for the tokens'
 * events, one for its traces and, when an account of ours is in it, one for its receipts.
 * @returns null when the chain changed during the read. Rejects when the node fails.
 */
export async function readBlockRange(
  node: RpcNode,
  source: BlockSource,
  { watched, ...range }: WantedRange,
): Promise<BlockRange | null> {
  const numbers = Array.from({ length: Number(range.to - range.from) + 1 }, (_, index) =>
    toQuantity(range.from + BigInt(index)),
  );
  const responses = await inGroups(numbers, (number) =>
    node.call('eth_getBlockByNumber', [number, true]),
  );
  if (responses.includes(null)) return null;
  const blocks = responses.map((response) => fullBlock.parse(response));
  const logs = await readTokenLogs(node, source, blocks);
  if (!isOneChain(blocks, logs) || !(await isStillThere(node, blocks))) return null;
  const movements = await inGroups(blocks, (block) =>
    readMovements(node, source, { block, logs: logsOf(block, logs), watched }),
  );
  return { blocks: blocks.map(toFollowed), movements: movements.flat() };
}

/** @returns a block's header as the follower uses it */
export function toFollowed(block: z.output<typeof blockHeader>): FollowedBlock {
  const { number, hash, parentHash, timestamp } = block;
  return { number, hash, parentHash, at: new Date(Number(timestamp) * 1_000) };
}

function logsOf(block: FullBlock, logs: readonly TokenLog[]): readonly TokenLog[] {
  return logs.filter((log) => log.blockNumber === block.number);
}

/**
 * By the hash of each block: one URL can be several machines, and a machine that does not have all of a range of numbers
 * yet responds with the events that it has, without an error. It refuses a hash that it does not know.
 */
async function readTokenLogs(
  node: RpcNode,
  { tokens }: BlockSource,
  blocks: readonly FullBlock[],
): Promise<readonly TokenLog[]> {
  if (tokens.size === 0) return [];
  const wanted = { address: [...tokens.keys()], topics: [[TRANSFER, APPROVAL]] };
  const filled = blocks.filter(({ transactions }) => transactions.length > 0);
  const found = await inGroups(filled, async ({ hash: blockHash }) =>
    z.array(tokenLog).parse(await node.call('eth_getLogs', [{ blockHash, ...wanted }])),
  );
  return found.flat();
}

/** Each block follows the one before, and every event belongs to one of these blocks. */
function isOneChain(blocks: readonly FullBlock[], logs: readonly TokenLog[]): boolean {
  const hashByNumber = new Map(blocks.map((block) => [block.number, block.hash]));
  return (
    blocks.every((block, index) => index === 0 || block.parentHash === blocks[index - 1]?.hash) &&
    logs.every((log) => hashByNumber.get(log.blockNumber) === log.blockHash)
  );
}

/** The events were read after the blocks: they belong together only if the last block is still the same. */
async function isStillThere(node: RpcNode, blocks: readonly FullBlock[]): Promise<boolean> {
  const last = blocks[blocks.length - 1];
  if (last === undefined) return false;
  const response = await node.call('eth_getBlockByNumber', [toQuantity(last.number), false]);
  return response !== null && blockHeader.parse(response).hash === last.hash;
}

interface FetchedBlock {
  readonly block: FullBlock;
  readonly logs: readonly TokenLog[];
  readonly watched: WatchedAddresses;
}

async function readMovements(
  node: RpcNode,
  source: BlockSource,
  { block, logs, watched }: FetchedBlock,
): Promise<readonly Movement[]> {
  if (block.transactions.length === 0) return [];
  const [receipts, traces] = await Promise.all([
    readReceipts(node, block, watched),
    readTraces(node, block),
  ]);
  const read: ReadBlock = { ...source, block, logs, receipts, traces };
  const movements = findMovements(read, watched);
  if (traces !== null) return movements;
  const known = { read, known: movements, watched };
  return [...movements, ...(await readBalanceChanges(node, source, known))];
}

async function readReceipts(
  node: RpcNode,
  block: FullBlock,
  watched: WatchedAddresses,
): Promise<ReadonlyMap<string, BlockReceipt>> {
  const wanted = block.transactions.filter((transaction) => needsReceipt(transaction, watched));
  if (wanted.length === 0) return new Map();
  const all = await callIfKnown(node, 'eth_getBlockReceipts', [toQuantity(block.number)]);
  const responses =
    all !== null
      ? z.array(blockReceipt).parse(all)
      : await inGroups(wanted, async ({ hash }) =>
          blockReceipt.parse(await node.call('eth_getTransactionReceipt', [hash])),
        );
  // Where the chain changed meanwhile, the same transaction can have had another outcome.
  const own = responses.filter(({ blockHash }) => blockHash === block.hash);
  const byHash = new Map(own.map((response) => [response.transactionHash as string, response]));
  const missing = wanted.find(({ hash }) => !byHash.has(hash));
  if (missing !== undefined)
    throw new Error(`Node ${node.host} has no receipt of ${missing.hash} in ${block.hash}.`);
  return byHash;
}

/** @returns null when the node has no traces of this block, or takes too long: that costs detail, never the block */
async function readTraces(node: RpcNode, block: FullBlock): Promise<readonly CallFrame[] | null> {
  if (performance.now() < (untracedUntil.get(node) ?? 0)) return null;
  const options = { tracer: 'callTracer' };
  const response = await callIfKnown(node, 'debug_traceBlockByHash', [block.hash, options]).catch(
    (cause: unknown) => {
      if (!(cause instanceof NodeSilent)) throw cause;
      untracedUntil.set(node, performance.now() + UNTRACED_FOR_MS);
      return null;
    },
  );
  if (response === null) return null;
  const traces = blockTraces.safeParse(response);
  if (!traces.success || traces.data.length !== block.transactions.length) return null;
  return traces.data.map(({ result }) => result);
}

/**
 * A node that no longer has the block's balances cannot help: what contracts paid there stays unknown. One that does not
 * have them yet is tried again with the next run.
 */
async function readBalanceChanges(
  node: RpcNode,
  source: BlockSource,
  block: KnownBlock,
): Promise<readonly Movement[]> {
  try {
    const changes = await findBalanceChanges(node, source.multicallAddress, block);
    refused.delete(node);
    return changes;
  } catch (cause) {
    if (!(cause instanceof NodeRefusal) || (await isTooNew(node, block.read.block))) throw cause;
    const message = `What contracts paid in block ${block.read.block.number} of chain ${source.chainId} is not known.`;
    source.report({ message, cause });
    return [];
  }
}

/** How often the balances of one new block are requested: machines behind a URL are seconds apart. */
const NEW_BLOCK_TRIES = 8;

/** Every node has the balances of its last blocks. */
const NEW_BLOCKS = 64n;

/** The new block whose balances a node refused, and how often. */
const refused = new WeakMap<RpcNode, { readonly hash: string; readonly times: number }>();

/** @returns whether a machine behind the URL may just not have the block yet; false once a node refused often enough */
async function isTooNew(node: RpcNode, { number, hash }: FullBlock): Promise<boolean> {
  const before = refused.get(node);
  const isGivenUp = (before?.times ?? 0) >= NEW_BLOCK_TRIES;
  const latest = blockHeader.parse(await node.call('eth_getBlockByNumber', ['latest', false]));
  if (isGivenUp || number + NEW_BLOCKS < latest.number) return false;
  refused.set(node, { hash, times: before?.hash === hash ? before.times + 1 : 1 });
  return true;
}

/** @returns null when the node refuses; one that does not know the method is not called for it again */
async function callIfKnown(
  node: RpcNode,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  if (lacking.get(node)?.has(method)) return null;
  try {
    return await node.call(method, params);
  } catch (cause) {
    if (!(cause instanceof NodeRefusal)) throw cause;
    if (cause.code === METHOD_NOT_FOUND) {
      lacking.set(node, (lacking.get(node) ?? new Set()).add(method));
    }
    return null;
  }
}

async function inGroups<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))));
  }
  return results;
}
