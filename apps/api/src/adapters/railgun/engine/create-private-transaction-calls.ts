import {
  type NetworkName,
  ProofType,
  type RailgunERC20AmountRecipient,
} from '@railgun-community/shared-models';
import {
  gasEstimateForUnprovenUnshieldBaseToken,
  generateUnshieldBaseTokenProof,
  populateProvedUnshieldBaseToken,
} from '@railgun-community/wallet';
import { createBoundCalls } from './create-bound-calls.ts';
import type {
  PrivateTransaction,
  PrivateTransactionCalls,
  Spender,
} from './private-transaction-calls.ts';
import { TXID_VERSION } from './start-engine.ts';

/** @returns the calls that do what is intended. */
export function createPrivateTransactionCalls(
  networkName: NetworkName,
  spender: Spender,
  transaction: PrivateTransaction,
): PrivateTransactionCalls {
  const { token: tokenAddress, amount, recipient: recipientAddress } = transaction;
  const recipient = { tokenAddress, amount, recipientAddress };
  switch (transaction.kind) {
    case 'transfer': {
      const { showSender, memo } = transaction;
      const payment = { proofType: ProofType.Transfer, recipient, showSender, memo } as const;
      return createBoundCalls(networkName, spender, payment);
    }
    case 'unshield': {
      const payment = { proofType: ProofType.Unshield, recipient, showSender: false } as const;
      return createBoundCalls(networkName, spender, payment);
    }
    case 'unshield-native':
      return createNativeCalls(networkName, spender, recipient);
  }
}

/** The engine binds these proofs to the unwrapping itself. */
function createNativeCalls(
  networkName: NetworkName,
  { walletId, encryptionKey }: Spender,
  { recipientAddress, ...wrapped }: RailgunERC20AmountRecipient,
): PrivateTransactionCalls {
  const to = [TXID_VERSION, networkName, recipientAddress] as const;
  const opened = [walletId, encryptionKey] as const;
  return {
    estimate: (details, feeToken) =>
      gasEstimateForUnprovenUnshieldBaseToken(
        ...to,
        ...opened,
        wrapped,
        details,
        feeToken,
        feeToken === undefined,
      ),
    // The proof stays in the engine, which finds it only by exactly the same terms.
    async prove(terms, details, onProgress) {
      await generateUnshieldBaseTokenProof(...to, ...opened, wrapped, ...terms, onProgress);
      return populateProvedUnshieldBaseToken(...to, walletId, wrapped, ...terms, details);
    },
  };
}
