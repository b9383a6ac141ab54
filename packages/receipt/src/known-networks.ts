/** What everyone who checks a receipt can know of a public network beforehand. */
export interface KnownNetwork {
  readonly name: string;
  readonly nativeSymbol: string;
  /** The contract that stands for the coin in a pool, in lower case; null where this doesn't say. */
  readonly wrappedNative: string | null;
  /** RAILGUN's contract there, in lower case; null where this doesn't say. */
  readonly pool: string | null;
  /** Symbols of well-known tokens by contract, in lower case. */
  readonly tokens: ReadonlyMap<string, string>;
}

const KNOWN: ReadonlyMap<number, KnownNetwork> = new Map([
  [
    137,
    {
      name: 'Polygon',
      nativeSymbol: 'POL',
      wrappedNative: '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270',
      pool: '0x19b620929f97b7b990801496c3b361ca5def8c71',
      tokens: new Map([
        ['0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', 'USDC'],
        ['0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270', 'WPOL'],
      ]),
    },
  ],
  [
    43_114,
    {
      name: 'Avalanche',
      nativeSymbol: 'AVAX',
      wrappedNative: null,
      pool: null,
      tokens: new Map([['0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e', 'USDC']]),
    },
  ],
]);

/** @returns null for a network that isn't known beforehand, such as a local one */
export function knownNetwork(chainId: number): KnownNetwork | null {
  return KNOWN.get(chainId) ?? null;
}
