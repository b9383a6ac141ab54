import type { TransactionHash } from '#domain/address/address';
import type { PublicChain } from '../ports/public-chain.ts';

/** Changes how the simulated server reads its chain. */
export type AlterChain = (chain: PublicChain) => PublicChain;

const FOREIGN = `0x${'f'.repeat(64)}` as TransactionHash;

/**
 * Takes a final count above the nonce as proof that another transaction used it, because no receipt of ours was found:
 * the machine that counts and the one that has no receipt can be different ones.
 */
export const trustCounts: AlterChain = (chain) => ({
  ...chain,
  async finalUse(owner, nonce) {
    const isUsed = (await chain.transactionCount(owner, 'finalized')) > nonce;
    return isUsed ? { transactionHash: FOREIGN, blockNumber: 0n, blockHash: FOREIGN } : null;
  },
});
