import { RelayAdaptVersionedSmartContracts } from '@railgun-community/engine';
import {
  NETWORK_CONFIG,
  type NetworkName,
  ProofType,
  type RailgunERC20AmountRecipient,
} from '@railgun-community/shared-models';
import { generateUnshieldBaseToken } from '@railgun-community/wallet';
import { createPlannedCalls } from './create-planned-calls.ts';
import type { PrivateTransactionCalls, Spender } from './private-transaction-calls.ts';
import { TXID_VERSION } from './start-engine.ts';

/** The notes leave to the contract that unwraps the coin, and each proof is bound to that. */
export function createNativeCalls(
  networkName: NetworkName,
  spender: Spender,
  { recipientAddress, ...wrapped }: RailgunERC20AmountRecipient,
): PrivateTransactionCalls {
  const { chain } = NETWORK_CONFIG[networkName];
  const { address: contract } = RelayAdaptVersionedSmartContracts.getRelayAdaptContract(
    TXID_VERSION,
    chain,
  );
  return createPlannedCalls(networkName, spender, {
    proofType: ProofType.UnshieldBaseToken,
    recipient: { ...wrapped, recipientAddress: contract },
    showSender: false,
    bindingOf: async (parts, { random, isUnpaid }) => ({
      contract,
      parameters: await RelayAdaptVersionedSmartContracts.getRelayAdaptParamsUnshieldBaseToken(
        ...([TXID_VERSION, chain, parts, recipientAddress, random, isUnpaid] as const),
      ),
    }),
    callOf: (parts, { random, isUnpaid, isEstimate }) =>
      generateUnshieldBaseToken(
        ...([TXID_VERSION, parts, networkName, recipientAddress, random] as const),
        isEstimate,
        isUnpaid,
      ),
  });
}
