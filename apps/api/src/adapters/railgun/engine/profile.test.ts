import { readFileSync } from 'node:fs';
import { NETWORK_CONFIG, NetworkName } from '@railgun-community/shared-models';
import { expect, it } from 'vitest';
import { applyContracts, createProfile } from './profile.ts';

const file = readFileSync(new URL('../../../../networks.polygon.json', import.meta.url), 'utf8');
const [{ shieldedPool }] = JSON.parse(file);
const ours = {
  proxy: '0x00000000000000000000000000000000000000A1',
  relayAdapt: '0x00000000000000000000000000000000000000A2',
  wrappedNative: '0x00000000000000000000000000000000000000A3',
  deploymentBlock: 7,
};

it('has the contracts of Polygon that RAILGUN knows, all circuits and the nodes that prove the origin of notes', () => {
  const known = NETWORK_CONFIG[NetworkName.Polygon];
  expect(shieldedPool.relayAdapt.toLowerCase()).toBe(known.relayAdaptContract.toLowerCase());
  expect(shieldedPool.wrappedNative.toLowerCase()).toBe(known.baseToken.wrappedAddress);
  expect(shieldedPool.deploymentBlock).toBe(known.deploymentBlock);
  expect(createProfile(137, shieldedPool)).toMatchObject({
    networkName: NetworkName.Polygon,
    contracts: null,
    circuits: 'all',
    poiNodeUrls: [expect.stringMatching(/^https:/)],
  });
  expect(() => createProfile(137, ours)).toThrow('The private pool of Polygon is 0x19');
  expect(() => createProfile(43114, ours)).toThrow('no private pool on 43114');
});

it('replaces RAILGUN’s contracts of the local chain with ours', () => {
  const profile = createProfile(31337, ours);
  expect(profile).toMatchObject({ circuits: 'five', poiNodeUrls: [] });
  applyContracts(profile);
  expect(NETWORK_CONFIG[NetworkName.Hardhat]).toMatchObject({
    proxyContract: ours.proxy,
    relayAdaptContract: ours.relayAdapt,
    relayAdaptHistory: [ours.relayAdapt],
    baseToken: { wrappedAddress: ours.wrappedNative },
    deploymentBlock: 7,
    supportsV3: false,
  });
});
