/** Display names of networks (specification §5). */
export type NetworkName = 'Polygon' | 'Ethereum' | 'Unsupported';

const NAME_BY_ALIAS: ReadonlyMap<string, NetworkName> = new Map([
  ['polygon', 'Polygon'],
  ['polygonpos', 'Polygon'],
  ['polygonmainnet', 'Polygon'],
  ['matic', 'Polygon'],
  ['maticmainnet', 'Polygon'],
  ['pol', 'Polygon'],
  ['137', 'Polygon'],
  ['0x89', 'Polygon'],
  ['eip155:137', 'Polygon'],
  ['ethereum', 'Ethereum'],
  ['ethereummainnet', 'Ethereum'],
  ['eth', 'Ethereum'],
  ['ethmainnet', 'Ethereum'],
  ['mainnet', 'Ethereum'],
  ['1', 'Ethereum'],
  ['0x1', 'Ethereum'],
  ['eip155:1', 'Ethereum'],
]);

/**
 * Resolves the alias of a network, ignoring case, spaces, dashes and underscores.
 * @returns `Unsupported` for an unknown alias, `Polygon` without an alias.
 */
export function networkName(alias: string | number | null | undefined): NetworkName {
  const key = String(alias ?? '')
    .toLowerCase()
    .replace(/[\s_-]/g, '');
  if (key === '') return 'Polygon';
  return NAME_BY_ALIAS.get(key) ?? 'Unsupported';
}
