import { NETWORK_CONFIG, NetworkName } from '@railgun-community/shared-models';

/** Everything in which one network's pool differs from another's. */
export interface RailgunProfile {
  /** RAILGUN's name of the network. */
  readonly networkName: NetworkName;
  /** Contracts in place of those that RAILGUN's software knows; null where it knows them. */
  readonly contracts: PoolContracts | null;
  /** Which circuits there are keys for: five sizes with keys of a test set-up, or all with the real ones. */
  readonly circuits: 'five' | 'all';
  /** Nodes that prove where notes come from, in the order in which they are called; none where no one requires it. */
  readonly poiNodeUrls: readonly string[];
  /** How long the pool must seem to lack known notes before they are forgotten: a node may be behind others. */
  readonly doubtForMs: number;
}

/** Where a pool is, and since which block. */
export interface PoolContracts {
  readonly proxy: string;
  readonly relayAdapt: string;
  readonly wrappedNative: string;
  readonly deploymentBlock: number;
}

const LOCAL_CHAIN_ID = 31337;
const POLYGON_CHAIN_ID = 137;

/**
 * @returns the profile of the pool of a chain. Throws when RAILGUN's software knows no pool there, or knows
 * another than this one.
 */
export function createProfile(chainId: number, contracts: PoolContracts): RailgunProfile {
  if (chainId === LOCAL_CHAIN_ID) return createLocalProfile(contracts);
  if (chainId !== POLYGON_CHAIN_ID) throw new Error(`There is no private pool on ${chainId}.`);
  const known = NETWORK_CONFIG[polygonProfile.networkName].proxyContract;
  if (known.toLowerCase() !== contracts.proxy.toLowerCase()) {
    throw new Error(`The private pool of Polygon is ${known}, not ${contracts.proxy}.`);
  }
  return polygonProfile;
}

/** @returns the profile of a pool of ours on a local chain. */
function createLocalProfile(contracts: PoolContracts): RailgunProfile {
  return {
    networkName: NetworkName.Hardhat,
    contracts,
    circuits: 'five',
    poiNodeUrls: [],
    doubtForMs: 1000,
  };
}

/** RAILGUN on Polygon, whose contracts and circuits its software knows. */
const polygonProfile: RailgunProfile = {
  networkName: NetworkName.Polygon,
  contracts: null,
  circuits: 'all',
  poiNodeUrls: ['https://ppoi.fdi.network/'],
  doubtForMs: 120_000,
};

/** Puts a profile's contracts where RAILGUN's software reads them. Before a provider is loaded. */
export function applyContracts({ networkName, contracts }: RailgunProfile): void {
  if (contracts === null) return;
  const network = NETWORK_CONFIG[networkName];
  network.proxyContract = contracts.proxy;
  network.relayAdaptContract = contracts.relayAdapt;
  network.relayAdaptHistory = [contracts.relayAdapt];
  network.baseToken = { ...network.baseToken, wrappedAddress: contracts.wrappedNative };
  network.deploymentBlock = contracts.deploymentBlock;
  // The third version's contracts are on no chain of ours, but would be called.
  network.supportsV3 = false;
  network.supports7702 = false;
}
