import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { NonceUse } from '#domain/operation/operation';
import { callOf } from '../adapters/evm/prepare-transfer.ts';
import type { PublicChain, ReadSignedTransaction } from '../ports/public-chain.ts';
import type { FinalTransaction } from '../ports/recovered-transactions.ts';

/** A chain that responds to every request with fixed defaults, except those that a test scripts. */
export function createScriptedChain(script: Partial<PublicChain> = {}): PublicChain {
  const block = (number: bigint) => ({ number, hash: `block-${number}` });
  return {
    chainId: 31337,
    balances: async (_owner, tokens) => ({
      blockNumber: 100n,
      units: tokens.map(() => toBaseUnits(10n ** 24n)),
    }),
    prepareTransfer: async (transfer) => ({
      ok: true,
      prepared: {
        ...callOf(transfer),
        gas: 21_000n,
        fees: { maxFeePerGas: 100n, maxPriorityFeePerGas: 10n, feeCap: 10n ** 18n },
        expectedFee: toBaseUnits(1_050_000n),
      },
    }),
    transactionCount: async () => 0,
    isContract: async () => false,
    broadcast: async () => ({ kind: 'accepted' }),
    receipt: async () => null,
    heads: async () => ({ latest: block(100n), finalized: block(36n) }),
    isFinal: async () => false,
    finalUse: async () => null,
    noteUse: async () => ({ kind: 'unspent' }),
    finalPrivateCall: async () => null,
    finalTransactionOf: async () => null,
    nextInPools: async () => 0,
    transferCall: callOf,
    finalTransaction: async (owner, nonce) => {
      const use = (await script.finalUse?.(owner, nonce)) ?? null;
      return use && anotherTransaction(use, nonce);
    },
    ...script,
  };
}

/** Reads any bytes as a payment to no one that a test knows. */
export const readScripted: ReadSignedTransaction = () => ({
  ...{ chainId: 31337, nonce: 0, value: 1n, data: '0x', gas: 21_000n },
  ...{ maxFeePerGas: 100n, maxPriorityFeePerGas: 10n },
  to: `0x${'5'.repeat(40)}` as PublicAddress,
});

/** @returns a transaction of the account that no operation has signed */
export function anotherTransaction(
  { transactionHash: hash, blockNumber, blockHash }: NonceUse,
  nonce: number,
): FinalTransaction {
  return {
    ...{ nonce, hash, blockNumber, blockHash },
    ...{ raw: '0x', to: null, value: 0n, data: '0x' },
    feeCeiling: toBaseUnits(0n),
    minedAt: new Date(0),
  };
}
