import * as z from 'zod/mini';
import type { Movement } from '#domain/activity/movement';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import { isSameAddress } from '#domain/address/parse-public-address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { FinalPayment } from '#domain/swap/delivery';
import type { Token } from '#domain/token/token';
import { blockHeader } from './block-values.ts';
import { isBelow } from './has-in-block.ts';
import { type BlockSource, readBlockRange } from './read-block-range.ts';
import { readHeads } from './read-heads.ts';
import type { RpcNode } from './rpc-node.ts';
import { bytes, receipt, toQuantity } from './rpc-values.ts';
import { toChecksumAddress } from './to-checksum-address.ts';
import { tokenTransferOf } from './token-transfer.ts';

/** A payment to look for. */
export interface WantedPayment {
  readonly hash: TransactionHash;
  readonly token: Pick<Token, 'address'>;
  readonly account: PublicAddress;
}

const sentReceipt = z.extend(receipt, {
  from: z.pipe(
    bytes,
    z.transform((text) => toChecksumAddress(text)),
  ),
});

type Included = z.output<typeof sentReceipt>;

/**
 * Reads what a transaction paid to an account, all from one node and only from its final blocks.
 * @returns null while the node has it in none of them. Rejects when the node fails.
 */
export async function readFinalPayment(
  node: RpcNode,
  source: BlockSource & { readonly blocksUntilFinal: number },
  { hash, token, account }: WantedPayment,
): Promise<FinalPayment | null> {
  const response = await node.call('eth_getTransactionReceipt', [hash]);
  if (response === null) return null;
  const included = sentReceipt.parse(response);
  const { finalized } = await readHeads(node, source.blocksUntilFinal);
  if (included.transactionHash !== hash || included.blockNumber > finalized.number) return null;
  const number = toQuantity(included.blockNumber);
  const found = await node.call('eth_getBlockByNumber', [number, false]);
  const block = found === null ? null : blockHeader.parse(found);
  // The index of a node can still have a block that its chain gave up.
  if (block?.hash !== included.blockHash) return null;
  if (!(await isBelow(node, included, finalized))) return null;
  const net =
    token.address === null
      ? await nativePaid(node, source, { included, account })
      : tokenPaid(included, token.address, account);
  return {
    units: toBaseUnits(net > 0n ? net : 0n),
    at: new Date(Number(block.timestamp) * 1_000),
    sender: included.from,
  };
}

/** @returns base units of a token that the logs of a receipt show for an account, received less paid */
export function tokenPaid(
  { logs }: Pick<Included, 'logs'>,
  token: PublicAddress,
  account: PublicAddress,
): bigint {
  return logs.reduce((sum, log) => {
    const transfer = tokenTransferOf(log, token);
    if (transfer === null) return sum;
    const received = isSameAddress(transfer.to, account) ? transfer.units : 0n;
    const paid = isSameAddress(transfer.from, account) ? transfer.units : 0n;
    return sum + received - paid;
  }, 0n);
}

async function nativePaid(
  node: RpcNode,
  source: BlockSource,
  {
    included: { blockNumber, blockHash, transactionHash },
    account,
  }: { readonly included: Included; readonly account: PublicAddress },
): Promise<bigint> {
  const watched = new Map([[account.toLowerCase(), account]]);
  const range = { from: blockNumber, to: blockNumber, watched };
  const read = await readBlockRange(node, source, range);
  return (read?.movements ?? [])
    .filter((movement) => movement.transactionHash === transactionHash)
    .filter((movement) => movement.blockHash === blockHash && movement.tokenId === source.native.id)
    .reduce((sum, movement) => sum + receivedBy(movement), 0n);
}

/** What the account itself sent with its transaction, and its fee, are no part of what it was paid. */
function receivedBy({ cause, direction, amount }: Movement): bigint {
  if (direction === 'in') return amount;
  return cause === 'internal' ? -amount : 0n;
}
