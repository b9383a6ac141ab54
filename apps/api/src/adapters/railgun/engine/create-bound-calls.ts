import { ByteUtils, RelayAdaptVersionedSmartContracts } from '@railgun-community/engine';
import {
  NETWORK_CONFIG,
  type NetworkName,
  type ProofType,
  type RailgunERC20Amount,
  type RailgunERC20AmountRecipient,
  sanitizeError,
} from '@railgun-community/shared-models';
import {
  generateDummyProofTransactions,
  generateProofTransactions,
  generateTransact,
  nullifiersForTransactions,
} from '@railgun-community/wallet';
import { estimatePlanned, type ProvedParts } from './estimate-planned.ts';
import type { PrivateTransactionCalls, Spender } from './private-transaction-calls.ts';
import { TXID_VERSION } from './start-engine.ts';

/** Notes of one token that go to one address. */
export interface BoundPayment {
  readonly proofType: ProofType.Transfer | ProofType.Unshield;
  readonly recipient: RailgunERC20AmountRecipient;
  readonly showSender: boolean;
  readonly memo?: string | undefined;
}

/** What the contract that checks the binding may require of the gas; the engine subtracts it: nothing is required. */
const LEAST_GAS = 150_000n;
const RANDOM_BYTES = 31;

/**
 * A payment out of many notes needs several proofs, and the pool accepts each of them alone, from anyone. So several
 * are bound to the contract that also unwraps the native coin: it passes on all of them together or none. One proof
 * needs no binding and calls the pool itself.
 * @returns the calls that make the payment.
 */
export function createBoundCalls(
  networkName: NetworkName,
  { walletId, encryptionKey }: Spender,
  { proofType, recipient, showSender, memo }: BoundPayment,
): PrivateTransactionCalls {
  const opened = [networkName, walletId, TXID_VERSION, encryptionKey] as const;
  const payment = [proofType, ...opened, showSender, memo] as const;

  /** The same notes and sizes as the proofs have, without the work. */
  const plan = (
    fee: RailgunERC20Amount | undefined,
    isUnpaid: boolean,
    leastGasPrice: bigint | undefined,
  ) => generateDummyProofTransactions(...payment, [recipient], [], fee, isUnpaid, leastGasPrice);

  return {
    estimate: (details, feeToken) =>
      estimatePlanned(
        {
          ...{ networkName, walletId, recipient },
          plan: (fee) => plan(fee, feeToken === undefined, ESTIMATED_PRICE),
          callOf: (parts) => callOf(networkName, parts, { random: newRandom(), isEstimate: true }),
        },
        details,
        feeToken,
      ),
    async prove(terms, _details, onProgress) {
      const [feeNote, isUnpaid, leastGasPrice] = terms;
      const random = newRandom();
      const planned = await plan(...terms).catch((error) => Promise.reject(sanitizeError(error)));
      const binding = await bindingOf(networkName, planned, random);
      const { provedTransactions: parts } = await generateProofTransactions(
        ...payment,
        [recipient],
        [],
        feeNote,
        isUnpaid,
        binding ?? undefined,
        false,
        leastGasPrice,
        onProgress,
      );
      const proved = await bindingOf(networkName, parts, random);
      if (proved?.parameters !== binding?.parameters) {
        throw new Error('Other notes were proved than were planned: the proofs are not bound.');
      }
      const call = await callOf(networkName, parts, { random, isEstimate: false });
      return { transaction: call, nullifiers: nullifiersForTransactions(parts) };
    },
  };
}

/** Estimates are for any price. */
export const ESTIMATED_PRICE = 0n;

/** @returns what makes the binding of a transaction a new one */
export function newRandom(): string {
  return ByteUtils.randomHex(RANDOM_BYTES);
}

/** @returns what each of several proofs has to state, so that none of them is valid without all others; null for one. */
async function bindingOf(networkName: NetworkName, parts: ProvedParts, random: string) {
  if (parts.length === 1) return null;
  const { chain } = NETWORK_CONFIG[networkName];
  const { address: contract } = RelayAdaptVersionedSmartContracts.getRelayAdaptContract(
    TXID_VERSION,
    chain,
  );
  const parameters = await RelayAdaptVersionedSmartContracts.getRelayAdaptParamsCrossContractCalls(
    TXID_VERSION,
    chain,
    parts,
    [],
    [],
    random,
    false,
    LEAST_GAS,
  );
  return { contract, parameters };
}

/** @returns the call of the pool for one proof, and for several the call of the contract that they are bound to. */
async function callOf(
  networkName: NetworkName,
  parts: ProvedParts,
  { random, isEstimate }: { readonly random: string; readonly isEstimate: boolean },
) {
  if (parts.length === 1) return generateTransact(TXID_VERSION, parts, networkName, isEstimate);
  const { gasLimit: _tooLow, ...call } =
    await RelayAdaptVersionedSmartContracts.populateCrossContractCalls(
      TXID_VERSION,
      NETWORK_CONFIG[networkName].chain,
      parts,
      [],
      [],
      random,
      isEstimate,
      false,
      LEAST_GAS,
    );
  return call;
}
