import type { TransactionHash } from '#domain/address/address';
import { CANCELLATION_GAS } from '#domain/operation/fee-ladder';
import type { NonceUse } from '#domain/operation/operation';
import { tokenTransferOf } from '../adapters/evm/token-transfer.ts';
import type { PublicChain, Receipt } from '../ports/public-chain.ts';
import { anotherTransaction } from './scripted-chain.ts';
import { type SignedBytes, transferLogs } from './simulated-backend.ts';
import {
  type ChainReceipt,
  type ChainTransaction,
  findOrphan,
  type SimulatedBlock,
  type SimulatedChain,
} from './simulated-chain.ts';
import { RECORDING_TOKEN } from './simulated-node.ts';

/** Changes how the simulated server reads its chain. */
export type AlterChain = (
  chain: PublicChain,
  signedBytes: SignedBytes,
  network: SimulatedChain,
) => PublicChain;

const FOREIGN = `0x${'f'.repeat(64)}` as TransactionHash;
const FOREIGN_USE: NonceUse = { transactionHash: FOREIGN, blockNumber: 0n, blockHash: FOREIGN };

/**
 * Takes a final count above the nonce as proof that another transaction used it, because no receipt of ours was found:
 * the machine that counts and the one that has no receipt can be different ones.
 */
export const trustCounts: AlterChain = (chain) => ({
  ...chain,
  async finalUse(owner, nonce) {
    const isUsed = (await chain.transactionCount(owner, 'finalized')) > nonce;
    return isUsed ? FOREIGN_USE : null;
  },
  finalTransaction: async (_owner, nonce) => anotherTransaction(FOREIGN_USE, nonce),
});

/** Calls a payment cancelled as soon as a node has its cancellation: the payment can still be mined. */
export const trustAcceptance: AlterChain = (chain, signedBytes) => {
  const acceptedByNonce = new Map<string, NonceUse>();
  return {
    ...chain,
    async broadcast(raw) {
      const outcome = await chain.broadcast(raw);
      const sent = signedBytes.get(raw);
      if (outcome.kind === 'accepted' && sent !== undefined && isCancellation(sent)) {
        const use = { transactionHash: sent.hash, blockNumber: 0n, blockHash: sent.hash };
        acceptedByNonce.set(`${sent.from} ${sent.nonce}`, use);
      }
      return outcome;
    },
    finalUse: async (owner, nonce) =>
      acceptedByNonce.get(`${owner} ${nonce}`) ?? (await chain.finalUse(owner, nonce)),
  };
};

/** Sends the payment once more with its cancellation, however long ago it was given up. */
export const keepSending: AlterChain = (chain, signedBytes) => ({
  ...chain,
  async broadcast(raw) {
    const sent = signedBytes.get(raw);
    if (sent === undefined || !isCancellation(sent)) return chain.broadcast(raw);
    for (const [other, { from, nonce }] of signedBytes) {
      if (other !== raw && from === sent.from && nonce === sent.nonce) await chain.broadcast(other);
    }
    return chain.broadcast(raw);
  },
});

/** Does not look whether someone else spent the notes of a private payment. */
export const ignoreCopies: AlterChain = (chain) => ({
  ...chain,
  noteUse: async () => ({ kind: 'unspent' }),
});

/** Takes a payment of which someone sent one proof alone for one that was not sent. */
export const overlookParts: AlterChain = (chain) => ({
  ...chain,
  async noteUse(call) {
    const use = await chain.noteUse(call);
    return use?.kind === 'in-part' ? { kind: 'otherwise' } : use;
  },
});

/** Takes notes for unspent while no node can tell: it may be behind, or the copy not final yet. */
export const guessUnspent: AlterChain = (chain) => ({
  ...chain,
  noteUse: async (call) => (await chain.noteUse(call)) ?? { kind: 'unspent' },
});

/** Takes a receipt as it is: its block may be one that the chain gave up, of which only the height is looked at. */
export const trustReceipts: AlterChain = (chain, _signedBytes, network) => ({
  ...chain,
  async receipt(hash) {
    const found = await chain.receipt(hash);
    const orphan = found === null ? findOrphan(network, hash) : null;
    return orphan === null ? found : receiptOf(orphan.block, orphan.receipt);
  },
  isFinal: async ({ blockNumber }) => (await chain.heads()).finalized.number >= blockNumber,
});

/** Takes the block that a node responds with for a number as one of the node's chain: it can be from a cache. */
export const trustNumbers: AlterChain = (chain, _signedBytes, network) => ({
  ...chain,
  async isFinal(inclusion) {
    const { finalized } = await chain.heads();
    const isKept = network.orphans.some(({ hash }) => hash === inclusion.blockHash);
    return (isKept && finalized.number >= inclusion.blockNumber) || chain.isFinal(inclusion);
  },
});

/** Does not know what nodes accept as the fee of one transaction. */
export const ignoreFeeCap: AlterChain = (chain) => ({
  ...chain,
  async prepareTransfer(transfer) {
    const outcome = await chain.prepareTransfer(transfer);
    if (!outcome.ok) return outcome;
    const fees = { ...outcome.prepared.fees, feeCap: 10n ** 18n };
    return { ok: true, prepared: { ...outcome.prepared, fees } };
  },
});

function receiptOf(
  { number, hash }: SimulatedBlock,
  { transaction, isSuccess, feePaid }: ChainReceipt,
): Receipt {
  const place = { transactionHash: transaction.hash, blockNumber: number, blockHash: hash };
  const logs = isSuccess ? transferLogs(transaction) : [];
  const tokenId = RECORDING_TOKEN.id;
  const transfers = logs.flatMap((log) => {
    const transfer = tokenTransferOf(log, log.address);
    return transfer === null ? [] : [{ ...transfer, tokenId }];
  });
  return { ...place, isSuccess, feePaid, transfers };
}

/** True for a transaction of an account to itself that only uses a nonce; those of other wallets have less gas here. */
export function isCancellation({ from, to, gas }: ChainTransaction): boolean {
  return from === to && gas === CANCELLATION_GAS;
}
