import { parseTransaction } from 'viem';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import { gasCost } from '#domain/amount/base-units';
import type { Network } from '#domain/network/network';
import type { RecordedTransfer } from '#domain/operation/arrived-units';
import type { NonceUse } from '#domain/operation/operation';
import type { TokenId } from '#domain/token/token';
import { type FeeRules, USUAL_FEE_RULES } from '../../ports/contract-calls.ts';
import type { BlockBalances, PublicChain, Receipt } from '../../ports/public-chain.ts';
import type { FinalTransaction } from '../../ports/recovered-transactions.ts';
import { broadcastTransaction } from './broadcast-transaction.ts';
import { createFinalPrivateCall } from './create-final-private-call.ts';
import { createNoteUse } from './create-note-use.ts';
import { type RawOf, rawTransactionOf, readFinalTransaction } from './final-transaction.ts';
import { findNonceUse, readUseByHash, type UsedNonce } from './find-nonce-use.ts';
import { hasInBlock, hasInFinalBlock } from './has-in-block.ts';
import { callOf, prepareTransfer } from './prepare-transfer.ts';
import { readBalances } from './read-balances.ts';
import { readFinalized, readHeads } from './read-heads.ts';
import type { RpcNode } from './rpc-node.ts';
import type { RpcNodes } from './rpc-nodes.ts';
import { bytes, quantity, receipt, toQuantity } from './rpc-values.ts';
import { tokenTransferOf } from './token-transfer.ts';

/** An account that only points to code of its owner's choice (EIP-7702) is still a user account. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i;
/** How far behind the newest block seen a node may be before its balances are no longer trusted. */
const BLOCKS_BEHIND = 2n;

/**
 * One EVM chain over JSON-RPC. Reads go to one node and to the next when it fails; signed bytes go to all.
 */
export function createPublicChain({
  network,
  nodes,
  feeRules = USUAL_FEE_RULES,
  shieldedPool = null,
  rawOf = rawTransactionOf,
}: {
  readonly network: Pick<Network, 'chainId' | 'multicallAddress' | 'blocksUntilFinal' | 'tokens'>;
  readonly nodes: RpcNodes;
  readonly feeRules?: FeeRules;
  /** Null on a network without a private pool. */
  readonly shieldedPool?: {
    readonly proxy: PublicAddress;
    readonly relayAdapt: PublicAddress;
  } | null;
  /** The signed bytes of a transaction of a block. */
  readonly rawOf?: RawOf;
}): PublicChain {
  const { chainId } = network;
  async function findUse(owner: PublicAddress, nonce: number): Promise<UsedNonce | null> {
    const responses = await nodes.readUntil<UsedNonce | null>(
      (use) => use !== null,
      (node) => findNonceUse(node, { owner, nonce }, network.blocksUntilFinal),
    );
    return responses.at(-1) ?? null;
  }
  return {
    chainId,
    balances: createReadBalances(nodes, network.multicallAddress),
    prepareTransfer: (transfer) => nodes.read((node) => prepareTransfer(node, transfer, feeRules)),
    transactionCount: async (owner, at) => {
      const counts = await nodes.readUntil<number>(
        // Above a count that is too high, a payment waits endlessly; one that is too low is below what we recorded.
        () => at === 'finalized',
        (node) =>
          readTransactionCount(node, owner, { at, blocksUntilFinal: network.blocksUntilFinal }),
      );
      return Math.min(...counts);
    },
    isContract: (address) =>
      nodes.read(async (node) => {
        const code = bytes.parse(await node.call('eth_getCode', [address, 'latest']));
        return code !== '0x' && !DELEGATION.test(code);
      }),
    broadcast: (raw) => broadcastTransaction(nodes, raw),
    receipt: (hash) => findReceipt(nodes, { hash, tokens: network.tokens }),
    heads: () => nodes.read((node) => readHeads(node, network.blocksUntilFinal)),
    isFinal: async (inclusion) => {
      const responses = await nodes.readUntil<boolean>(
        (isFinal) => isFinal,
        (node) => isFinalOn(node, inclusion, network.blocksUntilFinal),
      );
      return responses.includes(true);
    },
    finalUse: async (owner, nonce) => {
      const use = await findUse(owner, nonce);
      if (use === null) return null;
      const { transactionHash, blockNumber, blockHash } = use;
      return { transactionHash, blockNumber, blockHash };
    },
    finalTransaction: async (owner, nonce) => {
      const use = await findUse(owner, nonce);
      return use && readFinalTransaction(use, rawOf);
    },
    finalTransactionOf: async (owner, hash) => {
      const responses = await nodes.readUntil<FinalTransaction | null>(
        (found) => found !== null,
        async (node) => {
          const use = await readUseByHash(node, { owner, hash }, network.blocksUntilFinal);
          return use && readFinalTransaction(use, rawOf);
        },
      );
      return responses.at(-1) ?? null;
    },
    noteUse: createNoteUse({ network, nodes, shieldedPool, readCalldata }),
    finalPrivateCall: createFinalPrivateCall({
      blocksUntilFinal: network.blocksUntilFinal,
      nodes,
      contracts: shieldedPool === null ? [] : [shieldedPool.proxy, shieldedPool.relayAdapt],
    }),
    nextInPools: async (owner) => {
      const counts = await nodes.readUntil<number>(
        () => false,
        (node) => readTransactionCount(node, owner, { at: 'pending', blocksUntilFinal: 0 }),
      );
      return Math.max(...counts);
    },
    transferCall: ({ token, to, amount }) => callOf({ token, to, amount }),
  };
}

function readCalldata(raw: `0x${string}`): `0x${string}` {
  return parseTransaction(raw).data ?? '0x';
}

/** Trusts a node that is far behind only when no other node is further. */
function createReadBalances(
  nodes: RpcNodes,
  multicallAddress: PublicAddress,
): PublicChain['balances'] {
  let newestSeen = 0n;
  return async (owner, tokens) => {
    const isUpToDate = ({ blockNumber }: BlockBalances) =>
      blockNumber + BLOCKS_BEHIND >= newestSeen;
    const [first, ...others] = await nodes.readUntil(isUpToDate, (node) =>
      readBalances(node, multicallAddress, { owner, tokens }),
    );
    const best = others.reduce(
      (one, other) => (other.blockNumber > one.blockNumber ? other : one),
      first,
    );
    // A chain that starts again is behind on every node; from then on it is the measure.
    if (best.blockNumber > newestSeen || !isUpToDate(best)) newestSeen = best.blockNumber;
    return best;
  };
}

interface CountedUntil {
  readonly at: 'latest' | 'finalized' | 'pending';
  readonly blocksUntilFinal: number;
}

async function readTransactionCount(
  node: RpcNode,
  owner: PublicAddress,
  { at, blocksUntilFinal }: CountedUntil,
): Promise<number> {
  const isTagKnown = at !== 'finalized' || (await readFinalized(node)) !== null;
  const block = isTagKnown
    ? at
    : toQuantity((await readHeads(node, blocksUntilFinal)).finalized.number);
  return Number(quantity.parse(await node.call('eth_getTransactionCount', [owner, block])));
}

interface WantedReceipt {
  readonly hash: TransactionHash;
  readonly tokens: Network['tokens'];
}

/** A node that is behind does not have it yet, so only all of them together can say that there is none. */
async function findReceipt(nodes: RpcNodes, wanted: WantedReceipt): Promise<Receipt | null> {
  const responses = await nodes.readUntil<Receipt | null>(
    (response) => response !== null,
    (node) => readReceipt(node, wanted),
  );
  return responses[responses.length - 1] ?? null;
}

async function readReceipt(
  node: RpcNode,
  { hash, tokens }: WantedReceipt,
): Promise<Receipt | null> {
  const response = await node.call('eth_getTransactionReceipt', [hash]);
  if (response === null) return null;
  const { transactionHash, blockNumber, blockHash, logs, ...cost } = receipt.parse(response);
  // The index of a node can still have a block that its chain gave up.
  if (!(await hasInBlock(node, { transactionHash, blockNumber, blockHash }))) return null;
  return {
    transactionHash,
    blockNumber,
    blockHash,
    isSuccess: cost.status === 1n,
    transfers: tokens.flatMap(({ id, address }) =>
      address === null ? [] : recordedTransfers(logs, { id, address }),
    ),
    feePaid: gasCost(cost.gasUsed, cost.effectiveGasPrice),
  };
}

function recordedTransfers(
  logs: Parameters<typeof tokenTransferOf>[0][],
  { id, address }: { readonly id: TokenId; readonly address: PublicAddress },
): readonly RecordedTransfer[] {
  return logs.flatMap((log) => {
    const transfer = tokenTransferOf(log, address);
    return transfer === null ? [] : [{ tokenId: id, to: transfer.to, units: transfer.units }];
  });
}

async function isFinalOn(
  node: RpcNode,
  inclusion: NonceUse,
  blocksUntilFinal: number,
): Promise<boolean> {
  const { finalized } = await readHeads(node, blocksUntilFinal);
  return hasInFinalBlock(node, inclusion, finalized);
}
