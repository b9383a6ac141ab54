import type { BaseUnits } from '#domain/amount/base-units';
import type { Coin } from '#wire/wallet/coin';
import { useDebounced } from '../ui/use-debounced.ts';
import { type ParsedAmount, readAmount } from './amount-entry.ts';
import type { PoolState } from './pool-flow.ts';
import type { PoolQuote, UseQuote } from './quote-query.ts';

const QUOTE_AFTER_MS = 300;

/** The entered amount and its quotes. */
export interface PoolAmount<Q extends PoolQuote> {
  readonly amount: ParsedAmount;
  /** The quote for exactly this amount; null while it is loading or nothing is entered. */
  readonly quote: Q | null;
  /** The quote without an amount, which has the maximum; null until it arrives. */
  readonly bounds: Q | null;
  /** The message why a quote is missing; null when none is. */
  readonly problem: string | null;
}

/** Checks the entered amount against the quoted maximum, and requests the fees for that amount. */
export function usePoolAmount<Q extends PoolQuote>(
  useQuote: UseQuote<Q>,
  state: PoolState,
  coin: Coin,
): PoolAmount<Q> {
  const tokenId = coin.id;
  const isEntering = state.at === 'form' || state.at === 'confirm';
  const bounds = useQuote({ tokenId, amount: null, isWanted: isEntering });
  const amount = readAmount(state.draft.amount, coin, bounds.data ?? null);
  const units = state.at === 'confirm' ? state.units : amount.units;
  const settled = useDebounced<BaseUnits | null>(units, QUOTE_AFTER_MS);
  const priced = useQuote({
    tokenId,
    amount: settled,
    isWanted: isEntering && settled !== null,
  });
  return {
    amount,
    quote: units !== null && settled === units ? (priced.data ?? null) : null,
    bounds: bounds.data ?? null,
    problem: (bounds.error ?? (settled === null ? null : priced.error))?.message ?? null,
  };
}
