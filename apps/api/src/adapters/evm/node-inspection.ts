import * as z from 'zod/mini';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import type {
  AccountState,
  NodeInspection,
  NodeView,
  Sighting,
} from '../../ports/node-inspection.ts';
import { createCheckedNode } from './checked-node.ts';
import type { NodeChecks } from './node-state.ts';
import { createRpcNode, type RpcNode } from './rpc-node.ts';
import { createRpcNodes } from './rpc-nodes.ts';
import { quantity } from './rpc-values.ts';

/** The part of `eth_getTransactionByHash` that is used: no block means that it waits in the node's pool. */
const knownTransaction = z.nullable(z.object({ blockNumber: z.nullish(quantity) }));
const receiptStatus = z.nullable(z.object({ status: quantity }));

/** Inspects the nodes of one chain. `timeoutMs` is for one request to one node. */
export function createNodeInspection(
  options: NodeChecks & { readonly rpcUrls: readonly string[]; readonly timeoutMs: number },
): NodeInspection {
  const { chainId, rpcUrls, timeoutMs } = options;
  const nodes = rpcUrls.map((url) =>
    createCheckedNode(createRpcNode({ url, timeoutMs, post: fetch }), options),
  );
  const together = createRpcNodes(chainId, nodes);
  return {
    account: (owner) => together.read((node) => readAccount(node, owner)),
    inspect: (owner, hashes) => Promise.all(nodes.map((node) => inspect(node, owner, hashes))),
  };
}

async function readAccount(node: RpcNode, owner: PublicAddress): Promise<AccountState> {
  const [nextNonce, balance] = await Promise.all([
    readCount(node, owner, 'latest'),
    node.call('eth_getBalance', [owner, 'latest']),
  ]);
  return { nextNonce, balance: toBaseUnits(quantity.parse(balance)) };
}

async function readCount(
  node: RpcNode,
  owner: PublicAddress,
  at: 'latest' | 'pending',
): Promise<number> {
  return Number(quantity.parse(await node.call('eth_getTransactionCount', [owner, at])));
}

async function inspect(
  node: RpcNode,
  owner: PublicAddress,
  hashes: readonly TransactionHash[],
): Promise<NodeView> {
  const { host } = node;
  try {
    const [latestBlock, account, nextPendingNonce, sightings] = await Promise.all([
      node.call('eth_blockNumber', []),
      readAccount(node, owner),
      readCount(node, owner, 'pending'),
      Promise.all(hashes.map((hash) => findTransaction(node, hash))),
    ]);
    return {
      host,
      isResponding: true,
      latestBlock: quantity.parse(latestBlock),
      account,
      nextPendingNonce,
      sightings: new Map(sightings.flat()),
    };
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    return { host, isResponding: false, problem };
  }
}

async function findTransaction(
  node: RpcNode,
  hash: TransactionHash,
): Promise<readonly [TransactionHash, Sighting][]> {
  const known = knownTransaction.parse(await node.call('eth_getTransactionByHash', [hash]));
  if (known === null) return [];
  const { blockNumber } = known;
  if (blockNumber == null) return [[hash, { at: 'pool' }]];
  const receipt = receiptStatus.parse(await node.call('eth_getTransactionReceipt', [hash]));
  if (receipt === null) return [[hash, { at: 'pool' }]];
  return [[hash, { at: 'block', blockNumber, isSuccess: receipt.status === 1n }]];
}
