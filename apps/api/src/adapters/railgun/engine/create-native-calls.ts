import { RelayAdaptVersionedSmartContracts } from '@railgun-community/engine';
import {
  NETWORK_CONFIG,
  type NetworkName,
  ProofType,
  type RailgunERC20Amount,
  type RailgunERC20AmountRecipient,
  sanitizeError,
} from '@railgun-community/shared-models';
import {
  generateDummyProofTransactions,
  generateProofTransactions,
  generateUnshieldBaseToken,
  nullifiersForTransactions,
} from '@railgun-community/wallet';
import { ESTIMATED_PRICE, newRandom } from './create-bound-calls.ts';
import { estimatePlanned, type ProvedParts } from './estimate-planned.ts';
import type { PrivateTransactionCalls, Spender } from './private-transaction-calls.ts';
import { TXID_VERSION } from './start-engine.ts';

/**
 * The notes leave to the contract that unwraps the coin, and each proof is bound to that. RAILGUN's own call keeps the
 * transaction for the whole process until another one asks for it.
 */
export function createNativeCalls(
  networkName: NetworkName,
  { walletId, encryptionKey }: Spender,
  { recipientAddress, ...wrapped }: RailgunERC20AmountRecipient,
): PrivateTransactionCalls {
  const { chain } = NETWORK_CONFIG[networkName];
  const { address: contract } = RelayAdaptVersionedSmartContracts.getRelayAdaptContract(
    TXID_VERSION,
    chain,
  );
  const recipient = { ...wrapped, recipientAddress: contract };
  const opened = [networkName, walletId, TXID_VERSION, encryptionKey] as const;
  const payment = [ProofType.UnshieldBaseToken, ...opened, false, undefined] as const;

  const plan = (
    fee: RailgunERC20Amount | undefined,
    isUnpaid: boolean,
    leastGasPrice: bigint | undefined,
  ) => generateDummyProofTransactions(...payment, [recipient], [], fee, isUnpaid, leastGasPrice);
  const callOf = (
    parts: ProvedParts,
    of: { readonly random: string; readonly isUnpaid: boolean; readonly isEstimate: boolean },
  ) =>
    generateUnshieldBaseToken(
      ...([TXID_VERSION, parts, networkName, recipientAddress, of.random] as const),
      of.isEstimate,
      of.isUnpaid,
    );
  return {
    estimate: (details, feeToken) => {
      const isUnpaid = feeToken === undefined;
      return estimatePlanned(
        {
          ...{ networkName, walletId, recipient },
          plan: (fee) => plan(fee, isUnpaid, ESTIMATED_PRICE),
          callOf: (parts) => callOf(parts, { random: newRandom(), isUnpaid, isEstimate: true }),
        },
        details,
        feeToken,
      );
    },
    async prove(terms, _details, onProgress) {
      const [feeNote, isUnpaid, leastGasPrice] = terms;
      const random = newRandom();
      const parametersOf = (parts: ProvedParts) =>
        RelayAdaptVersionedSmartContracts.getRelayAdaptParamsUnshieldBaseToken(
          ...([TXID_VERSION, chain, parts, recipientAddress, random, isUnpaid] as const),
        );
      const planned = await plan(...terms).catch((error) => Promise.reject(sanitizeError(error)));
      const parameters = await parametersOf(planned);
      const { provedTransactions: parts } = await generateProofTransactions(
        ...payment,
        [recipient],
        [],
        feeNote,
        isUnpaid,
        { contract, parameters },
        false,
        leastGasPrice,
        onProgress,
      );
      if ((await parametersOf(parts)) !== parameters) {
        throw new Error('Other notes were proved than were planned: the proofs are not bound.');
      }
      const transaction = await callOf(parts, { random, isUnpaid, isEstimate: false });
      return { transaction, nullifiers: nullifiersForTransactions(parts) };
    },
  };
}
