import { displayToBaseUnits } from '#domain/amount/display-to-base-units';
import type { Coin } from '#wire/wallet/coin';
import type { SwapForm } from './swap-flow.ts';

/** The messages of §5, in the order they are checked. */
export const SWAP_MESSAGES = {
  amount: 'Please enter a valid amount',
  tokens: 'Please select both tokens',
  blockchains: 'Please select different blockchains for swap',
  balance: 'Insufficient balance for the swap',
} as const;

/**
 * Checks whether the form is ready to search for routes.
 * @param coin the coin to sell; null until its balance is known, in which case only the server checks it
 * @returns the first message that applies; null when none does
 */
export function validateSwap(form: SwapForm, coin: Coin | null): string | null {
  const { sell, receive, amount } = form;
  const parsed = displayToBaseUnits(amount, sell.token?.decimals ?? 18);
  if (!parsed.ok || parsed.units === 0n) return SWAP_MESSAGES.amount;
  if (sell.token === null || receive.token === null) return SWAP_MESSAGES.tokens;
  if (sell.blockchain?.symbol === receive.blockchain?.symbol) return SWAP_MESSAGES.blockchains;
  if (coin !== null && parsed.units > BigInt(coin.availableBaseUnits)) return SWAP_MESSAGES.balance;
  return null;
}
