const NAME_BY_ID: Readonly<Record<string, string>> = {
  UniSwapV2: 'Uniswap V2',
  UniSwapV3: 'Uniswap V3',
  EscrowBridge: 'Escrow Bridge',
  EscrowExpress: 'Escrow Express',
};

/** @returns a swapper's id as a user reads it */
export function swapperName(id: string): string {
  return NAME_BY_ID[id] ?? id.replace(/([a-z])([A-Z])/g, '$1 $2');
}
