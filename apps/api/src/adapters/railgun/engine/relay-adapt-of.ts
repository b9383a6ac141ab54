import { RelayAdaptVersionedSmartContracts } from '@railgun-community/engine';
import { NETWORK_CONFIG, type NetworkName } from '@railgun-community/shared-models';
import { TXID_VERSION } from './start-engine.ts';

/** @returns the contract that passes on several proofs and unwraps the native coin, `0x…` */
export function relayAdaptOf(networkName: NetworkName): string {
  const { chain } = NETWORK_CONFIG[networkName];
  return RelayAdaptVersionedSmartContracts.getRelayAdaptContract(TXID_VERSION, chain).address;
}
