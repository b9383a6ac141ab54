import { type NetworkName, ProofType } from '@railgun-community/shared-models';
import { createBoundCalls } from './create-bound-calls.ts';
import { createNativeCalls } from './create-native-calls.ts';
import type {
  PrivateTransaction,
  PrivateTransactionCalls,
  Spender,
} from './private-transaction-calls.ts';

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
