import { displayToBaseUnits } from '#domain/amount/display-to-base-units';
import {
  type DecimalMark,
  readTypedAmount,
  type TypedAmount,
} from '#domain/amount/read-typed-amount';
import { t } from '#language/t';
import type { Coin } from '#wire/wallet/coin';
import { ambiguousText } from '../../money-form/ambiguous-text.ts';
import type { SwapForm } from './swap-flow.ts';

/** The messages of §5, in the order they are checked. */
export const SWAP_MESSAGES = {
  amount: t('Please enter a valid amount'),
  tokens: t('Please select both tokens'),
  blockchains: t('Please select different blockchains for swap'),
  balance: t('Insufficient balance for the swap'),
} as const;

/** Of a token that is not known. */
const DEFAULT_DECIMALS = 18;

/** Reads the amount to sell, in the notation of the user's locale. */
export function readSellAmount(
  { amount, sell }: Pick<SwapForm, 'amount' | 'sell'>,
  decimalMark: DecimalMark,
): TypedAmount {
  return readTypedAmount(amount, { decimalMark, places: sell.token?.decimals ?? DEFAULT_DECIMALS });
}

/**
 * Checks whether the form is ready to search for routes.
 * @param coin the coin to sell; null until its balance is known, in which case only the server checks it
 * @returns the first message that applies; null when none does
 */
export function validateSwap(
  form: SwapForm,
  coin: Coin | null,
  decimalMark: DecimalMark,
): string | null {
  const { sell, receive } = form;
  const typed = readSellAmount(form, decimalMark);
  if (!typed.ok && typed.problem === 'ambiguous') return ambiguousText(typed.readings);
  if (!typed.ok) return SWAP_MESSAGES.amount;
  const parsed = displayToBaseUnits(typed.display, sell.token?.decimals ?? DEFAULT_DECIMALS);
  if (!parsed.ok || parsed.units === 0n) return SWAP_MESSAGES.amount;
  if (sell.token === null || receive.token === null) return SWAP_MESSAGES.tokens;
  if (sell.blockchain?.symbol === receive.blockchain?.symbol) return SWAP_MESSAGES.blockchains;
  if (coin !== null && parsed.units > BigInt(coin.availableBaseUnits)) return SWAP_MESSAGES.balance;
  return null;
}
