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

/** Proves a payment as earlier versions did, whose several proofs anyone can send alone. */
export async function proveSeparately(
  networkName: NetworkName,
  { walletId, encryptionKey }: Spender,
  { kind, token: tokenAddress, amount, recipient: recipientAddress }: PrivateTransaction,
): Promise<SeparateProofs> {
  const proofType = kind === 'transfer' ? ProofType.Transfer : ProofType.Unshield;
  const { provedTransactions } = await generateProofTransactions(
    ...([proofType, networkName, walletId, TXID_VERSION, encryptionKey, false, undefined] as const),
    [{ tokenAddress, amount, recipientAddress }],
    [],
    ...([undefined, true, undefined, false, undefined, () => {}] as const),
  );
  const { to, data } = await generateTransact(TXID_VERSION, provedTransactions, networkName);
  const nullifiers = nullifiersForTransactions(provedTransactions);
  return { to: to as Hex, data: data as Hex, nullifiers };
}
