import { NetworkName, ProofType } from '@railgun-community/shared-models';
import {
  generateProofTransactions,
  generateTransact,
  nullifiersForTransactions,
} from '@railgun-community/wallet';
import type { Hex } from 'viem';
import type { PrivateTransaction, Spender } from './private-transaction-calls.ts';
import { TXID_VERSION } from './start-engine.ts';

/** RAILGUN's name of the local chain. */
export const LOCAL_NETWORK = NetworkName.Hardhat;

/** A call whose proofs are valid alone. */
export interface SeparateProofs {
  readonly to: Hex;
  readonly data: Hex;
  readonly nullifiers: readonly string[];
}

/** Proves a payment as RAILGUN's own software does, unchecked; anyone can send each of several proofs alone. */
export async function proveSeparately(
  networkName: NetworkName,
  { walletId, encryptionKey }: Spender,
  payment: PrivateTransaction,
): Promise<SeparateProofs> {
  const { kind, token: tokenAddress, amount, recipient: recipientAddress } = payment;
  const proofType = kind === 'transfer' ? ProofType.Transfer : ProofType.Unshield;
  const { showSender, memo } =
    payment.kind === 'transfer' ? payment : { showSender: false, memo: undefined };
  const { provedTransactions } = await generateProofTransactions(
    ...([proofType, networkName, walletId, TXID_VERSION, encryptionKey, showSender, memo] as const),
    [{ tokenAddress, amount, recipientAddress }],
    [],
    ...([undefined, true, undefined, false, undefined, () => {}] as const),
  );
  const { to, data } = await generateTransact(TXID_VERSION, provedTransactions, networkName);
  const nullifiers = nullifiersForTransactions(provedTransactions);
  return { to: to as Hex, data: data as Hex, nullifiers };
}
