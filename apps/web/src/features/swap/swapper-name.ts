import { t } from '#language/t';

const NAME_BY_ID: Readonly<Record<string, string>> = {
  UniSwapV2: 'Uniswap V2',
  UniSwapV3: 'Uniswap V3',
  EscrowBridge: t('Escrow Bridge'),
  EscrowExpress: t('Escrow Express'),
};

/** @returns the display name for a swapper's id */
export function swapperName(id: string): string {
  return NAME_BY_ID[id] ?? id.replace(/([a-z])([A-Z])/g, '$1 $2');
}
