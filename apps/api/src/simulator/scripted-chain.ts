import { toBaseUnits } from '#domain/amount/base-units';
import type { PublicChain } from '../ports/public-chain.ts';

/** A chain that responds to every request with fixed defaults, except those that a test scripts. */
export function createScriptedChain(script: Partial<PublicChain> = {}): PublicChain {
  const block = (number: bigint) => ({ number, hash: `block-${number}` });
  return {
    chainId: 31337,
    balances: async (_owner, tokens) => ({
      blockNumber: 100n,
      units: tokens.map(() => toBaseUnits(10n ** 24n)),
    }),
    prepareTransfer: async ({ to, amount }) => ({
      ok: true,
      prepared: {
        to,
        value: amount,
        data: '0x',
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
    finalTransaction: async () => null,
    finalTransactionOf: async () => null,
    nextInPools: async () => 0,
    transferCall: ({ to, amount }) => ({ to, value: amount, data: '0x' }),
    ...script,
  };
}
