import { describe, expect, it } from 'vitest';
import { networkName } from './network-name.ts';

describe('network names (§5)', () => {
  it.each(['polygon', 'Polygon', 'MATIC', 'pol', '137', 137, 'polygon-pos', 'Polygon Mainnet'])(
    'makes Polygon of the alias %s',
    (alias) => {
      expect(networkName(alias)).toBe('Polygon');
    },
  );

  it.each(['ethereum', 'ETH', 'mainnet', '1', 1, 'Ethereum Mainnet'])(
    'makes Ethereum of the alias %s',
    (alias) => {
      expect(networkName(alias)).toBe('Ethereum');
    },
  );

  it.each(['avalanche', '43114', 'polygonn', '1370', 'constructor', '__proto__'])(
    'makes Unsupported of anything else, as %s',
    (alias) => {
      expect(networkName(alias)).toBe('Unsupported');
    },
  );

  it.each([undefined, null, '', '  '])('reads a missing value (%s) as Polygon', (alias) => {
    expect(networkName(alias)).toBe('Polygon');
  });
});
