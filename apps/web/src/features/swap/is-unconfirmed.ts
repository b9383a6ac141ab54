import type { SwapView } from '#wire/exchange/swap-view';

/** @returns whether a swap ended by the word of the exchange alone */
export function isUnconfirmed({ status, progress }: SwapView): boolean {
  return status === 'completed' && progress.at(-1)?.delivery === 'reported';
}
