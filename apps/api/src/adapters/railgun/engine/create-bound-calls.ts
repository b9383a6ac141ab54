import { RelayAdaptVersionedSmartContracts } from '@railgun-community/engine';
import { NETWORK_CONFIG, type NetworkName } from '@railgun-community/shared-models';
import { generateTransact } from '@railgun-community/wallet';
import {
  createPlannedCalls,
  type PlannedPayment,
  type ProvedParts,
} from './create-planned-calls.ts';
import type { PrivateTransactionCalls, Spender } from './private-transaction-calls.ts';
import { TXID_VERSION } from './start-engine.ts';

/** What the contract that checks the binding may require of the gas; the engine subtracts it: nothing is required. */
const LEAST_GAS = 150_000n;

/**
 * A payment out of many notes needs several proofs, and the pool accepts each of them alone, from anyone. So several
 * are bound to the contract that also unwraps the native coin: it passes on all of them together or none. One proof
 * needs no binding and calls the pool itself.
 * @returns the calls that make the payment.
 */
export function createBoundCalls(
  networkName: NetworkName,
  spender: Spender,
  payment: Omit<PlannedPayment, 'bindingOf' | 'callOf'>,
): PrivateTransactionCalls {
  return createPlannedCalls(networkName, spender, {
    ...payment,
    bindingOf: (parts, { random }) => bindingOf(networkName, parts, random),
    callOf: (parts, of) => callOf(networkName, parts, of),
  });
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
