import * as z from 'zod/mini';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import type { NonceUse } from '#domain/operation/operation';
import type { Block } from '../../ports/public-chain.ts';
import { isBelow } from './has-in-block.ts';
import { readHeads } from './read-heads.ts';
import { NodeRefusal, type RpcNode } from './rpc-node.ts';
import { block, hash, quantity, toQuantity } from './rpc-values.ts';

const fullBlock = z.extend(block, {
  timestamp: quantity,
  transactions: z.array(z.looseObject({ hash, from: z.string(), nonce: quantity })),
});

type BlockTransaction = z.infer<typeof fullBlock>['transactions'][number];

/** The transaction of an account that used a nonce, as its block has it. */
export interface UsedNonce extends NonceUse {
  readonly transaction: Readonly<Record<string, unknown>>;
  readonly minedAt: Date;
}

/**
 * Finds the transaction with which an account used a nonce, in the final blocks of one node: the account's count of
 * transactions leads to the block, and the block has the transaction. What a node finds by hash proves nothing here,
 * because its index can be behind its blocks.
 * @returns null while no final block has used the nonce, or when the node no longer has the counts that lead there.
 *   Rejects when the node fails.
 */
export async function findNonceUse(
  node: RpcNode,
  { owner, nonce }: { readonly owner: PublicAddress; readonly nonce: number },
  blocksUntilFinal: number,
): Promise<UsedNonce | null> {
  const { finalized } = await readHeads(node, blocksUntilFinal);
  const isUsedAt = async (number: bigint) => (await countAt(node, owner, number)) > BigInt(nonce);
  try {
    if (!(await isUsedAt(finalized.number))) return null;
    const number = await firstWhere(isUsedAt, finalized.number);
    const isUse = (each: BlockTransaction) => each.nonce === BigInt(nonce) && isFrom(each, owner);
    return await readUse(node, { number, finalized }, isUse);
  } catch (cause) {
    if (cause instanceof NodeRefusal) return null;
    throw cause;
  }
}

const indexed = z.object({ blockNumber: z.nullish(quantity) });

/**
 * Finds the same by the hash of a transaction, in the index of one node; its block proves it.
 * @param owner null for any
 * @returns null unless a final block has it, from this account. Rejects when the node fails.
 */
export async function readUseByHash(
  node: RpcNode,
  { owner, hash: wanted }: { readonly owner: PublicAddress | null; readonly hash: TransactionHash },
  blocksUntilFinal: number,
): Promise<UsedNonce | null> {
  const response = await node.call('eth_getTransactionByHash', [wanted]);
  if (response === null) return null;
  const { blockNumber } = indexed.parse(response);
  const { finalized } = await readHeads(node, blocksUntilFinal);
  if (blockNumber == null || blockNumber > finalized.number) return null;
  const place = { number: blockNumber, finalized };
  return readUse(node, place, (each) => each.hash === wanted && isFrom(each, owner));
}

function isFrom({ from }: { readonly from: string }, owner: PublicAddress | null): boolean {
  return owner === null || from.toLowerCase() === owner.toLowerCase();
}

/** @returns the first block that passes; `known` passes, and so does every block after the first that does. */
async function firstWhere(
  passes: (number: bigint) => Promise<boolean>,
  known: bigint,
): Promise<bigint> {
  // The block is usually a recent one, and nodes forget old states: so the steps back begin small.
  let [before, first] = [-1n, known];
  for (let step = 1n; first - step >= 0n; step *= 2n) {
    const back = first - step;
    if (!(await passes(back))) {
      before = back;
      break;
    }
    first = back;
  }
  while (first - before > 1n) {
    const middle = (before + first) / 2n;
    if (await passes(middle)) first = middle;
    else before = middle;
  }
  return first;
}

async function countAt(node: RpcNode, owner: PublicAddress, number: bigint): Promise<bigint> {
  return quantity.parse(await node.call('eth_getTransactionCount', [owner, toQuantity(number)]));
}

async function readUse(
  node: RpcNode,
  { number, finalized }: { readonly number: bigint; readonly finalized: Block },
  isWanted: (transaction: BlockTransaction) => boolean,
): Promise<UsedNonce | null> {
  const response = await node.call('eth_getBlockByNumber', [toQuantity(number), true]);
  if (response === null) return null;
  const { transactions, hash: blockHash, timestamp } = fullBlock.parse(response);
  const transaction = transactions.find(isWanted);
  if (transaction === undefined) return null;
  const place = { transactionHash: transaction.hash, blockNumber: number, blockHash };
  if (!(await isBelow(node, place, finalized))) return null;
  return { ...place, transaction, minedAt: new Date(Number(timestamp) * 1_000) };
}
