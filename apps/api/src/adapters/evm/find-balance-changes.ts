import { decodeFunctionResult, encodeFunctionData, multicall3Abi } from 'viem';
import type { Movement } from '#domain/activity/movement';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { WatchedAddresses } from '../../ports/block-feed.ts';
import type { FullBlock, TokenLog } from './block-values.ts';
import type { ReadBlock } from './find-movements.ts';
import type { RpcNode } from './rpc-node.ts';
import { bytes, quantity } from './rpc-values.ts';

const SELECTOR_LENGTH = 10;
const WORD_LENGTH = 64;
const ADDRESS_LENGTH = 40;
const PADDING = '0'.repeat(WORD_LENGTH - ADDRESS_LENGTH);

type Transaction = FullBlock['transactions'][number];

/** A block, and the movements in it that its logs and receipts show. */
export interface KnownBlock {
  readonly read: ReadBlock;
  readonly known: readonly Movement[];
  readonly watched: WatchedAddresses;
}

/**
 * Native coin that contracts moved, on a node without traces: the balances of the accounts that a block names,
 * before and after it, minus its other known effects on them.
 * @returns one movement for each account with a remaining change. Rejects when the node fails or no longer has
 * the balances of that block.
 */
export async function findBalanceChanges(
  node: RpcNode,
  multicallAddress: PublicAddress,
  { read, known, watched }: KnownBlock,
): Promise<readonly Movement[]> {
  const named = namedAccounts(read, watched);
  if (named.size === 0 || read.block.number === 0n) return [];
  const accounts = [...named.keys()];
  const [before, after] = await Promise.all([
    nativeBalances(node, multicallAddress, { accounts, blockHash: read.block.parentHash }),
    nativeBalances(node, multicallAddress, { accounts, blockHash: read.block.hash }),
  ]);
  return accounts.flatMap((account, index) => {
    const change = (after[index] ?? 0n) - (before[index] ?? 0n);
    const unexplained = change - knownChange(account, read, known);
    const places = named.get(account) ?? [];
    return unexplained === 0n
      ? []
      : [balanceMovement(read, account, { change: unexplained, places })];
  });
}

/** Our accounts that a block names as sender, receiver, argument of a call or topic of an event. */
function namedAccounts(
  { block, logs }: ReadBlock,
  watched: WatchedAddresses,
): ReadonlyMap<PublicAddress, readonly number[]> {
  const named = new Map<PublicAddress, Set<number>>();
  const add = (address: string, index: number) => {
    const account = watched.get(address);
    if (account !== undefined) named.set(account, (named.get(account) ?? new Set()).add(index));
  };
  for (const [index, transaction] of block.transactions.entries()) {
    for (const address of addressesIn(transaction)) add(address, index);
  }
  for (const log of logs) {
    for (const address of counterpartiesOf(log)) add(address, Number(log.transactionIndex));
  }
  return new Map([...named].map(([account, indexes]) => [account, [...indexes]]));
}

function* addressesIn({ from, to, input }: Transaction): Generator<string> {
  yield from;
  if (to != null) yield to;
  for (let at = SELECTOR_LENGTH; at + WORD_LENGTH <= input.length; at += WORD_LENGTH) {
    const word = input.slice(at, at + WORD_LENGTH).toLowerCase();
    if (word.startsWith(PADDING)) yield `0x${word.slice(-ADDRESS_LENGTH)}`;
  }
}

function counterpartiesOf({ topics }: TokenLog): readonly string[] {
  return topics.slice(1).map((topic) => `0x${topic.slice(-ADDRESS_LENGTH)}`);
}

function knownChange(
  account: PublicAddress,
  { native }: ReadBlock,
  known: readonly Movement[],
): bigint {
  return known
    .filter((movement) => movement.account === account && movement.tokenId === native.id)
    .reduce((sum, { direction, amount }) => {
      if (direction === 'none') return sum;
      return direction === 'in' ? sum + amount : sum - amount;
    }, 0n);
}

/** By the block's hash: by its number, another machine behind the URL would respond for the block that it has there. */
async function nativeBalances(
  node: RpcNode,
  multicallAddress: PublicAddress,
  {
    accounts,
    blockHash,
  }: { readonly accounts: readonly PublicAddress[]; readonly blockHash: string },
): Promise<readonly bigint[]> {
  const calls = accounts.map((account) => ({
    target: multicallAddress,
    allowFailure: false,
    callData: encodeFunctionData({
      abi: multicall3Abi,
      functionName: 'getEthBalance',
      args: [account],
    }),
  }));
  const data = encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [calls],
  });
  const request = [{ to: multicallAddress, data }, { blockHash }];
  const response = bytes.parse(await node.call('eth_call', request));
  // Nothing responds in blocks from before the contract was deployed.
  if (response === '0x')
    return Promise.all(accounts.map((one) => nativeBalance(node, one, blockHash)));
  const results = decodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    data: response,
  });
  if (results.length !== accounts.length) {
    throw new Error(
      `Node ${node.host} responded with ${results.length} of ${accounts.length} values.`,
    );
  }
  return results.map(({ returnData }) => BigInt(returnData));
}

async function nativeBalance(
  node: RpcNode,
  account: PublicAddress,
  blockHash: string,
): Promise<bigint> {
  return quantity.parse(await node.call('eth_getBalance', [account, { blockHash }]));
}

function balanceMovement(
  { chainId, block, native }: ReadBlock,
  account: PublicAddress,
  { change, places }: { readonly change: bigint; readonly places: readonly number[] },
): Movement {
  const isMore = change > 0n;
  const [index, ...others] = places;
  const transaction = index === undefined ? undefined : block.transactions[index];
  return {
    chainId,
    account,
    tokenId: native.id,
    blockNumber: block.number,
    blockHash: block.hash,
    at: new Date(Number(block.timestamp) * 1_000),
    transactionHash:
      others.length === 0 && transaction ? (transaction.hash as TransactionHash) : null,
    transactionIndex: index ?? 0,
    position: 'balance',
    cause: 'balance',
    direction: isMore ? 'in' : 'out',
    from: isMore ? null : account,
    to: isMore ? account : null,
    amount: toBaseUnits(isMore ? change : -change),
    isSuccess: true,
    isSender: false,
  };
}
