import { RelayAdaptVersionedSmartContracts } from '@railgun-community/engine';
import { NETWORK_CONFIG, type NetworkName } from '@railgun-community/shared-models';
import { generateTransact } from '@railgun-community/wallet';
import type { CallOf, ProvedParts } from './private-transaction-calls.ts';
import { TXID_VERSION } from './start-engine.ts';

/** What the contract that checks the binding may require of the gas; the engine subtracts it: nothing is required. */
const LEAST_GAS = 150_000n;

/**
 * A payment out of many notes needs several proofs, and the pool accepts each of them alone, from anyone. So several
 * are bound to the contract that also unwraps the native coin: it passes on all of them together or none. One proof
 * needs no binding and calls the pool itself.
 * @returns the call of the pool for one proof, and for several the call of the contract that they are bound to.
 */
export async function callBoundParts(
  networkName: NetworkName,
  parts: ProvedParts,
  { random, isEstimate }: CallOf,
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
