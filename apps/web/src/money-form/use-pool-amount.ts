import type { UseQueryResult } from '@tanstack/react-query';
import type { BaseUnits } from '#domain/amount/base-units';
import { paddedBytes } from '#domain/message/private-message';
import type { Money } from '#domain/price/money';
import type { Coin } from '#wire/wallet/coin';
import { useMoney } from '../state/money.ts';
import { useDebounced } from '../ui/use-debounced.ts';
import { type ParsedAmount, readAmount } from './amount-entry.ts';
import type { Estimate } from './missing-figure.tsx';
import { ownDecimalMark } from './own-notation.ts';
import { messageOf, type PoolState } from './pool-flow.ts';
import { hasFailed, type PoolQuote, type UseQuote } from './quote-query.ts';

const QUOTE_AFTER_MS = 300;

/** The entered amount and its quotes. */
export interface PoolAmount<Q extends PoolQuote> {
  readonly amount: ParsedAmount;
  /** The quote for exactly this amount; null while it is loading or nothing is entered. */
  readonly quote: Q | null;
  /** The quote without an amount, which has the maximum; null until it arrives. */
  readonly bounds: Q | null;
  /** What is known of the cost of the entered amount. */
  readonly estimate: Estimate;
  /** How their values are shown. */
  readonly money: Money;
  /** The message why a quote is missing; null when none is. */
  readonly problem: string | null;
}

/** Checks the entered amount against the quoted maximum, and requests the fees for that amount. */
export function usePoolAmount<Q extends PoolQuote>(
  useQuote: UseQuote<Q>,
  state: PoolState,
  coin: Coin,
): PoolAmount<Q> {
  const money = useMoney();
  const tokenId = coin.id;
  const isEntering = state.at === 'form' || state.at === 'confirm';
  const message = messageOf(state.draft);
  const isByLink = state.draft.linkTo !== undefined;
  const messageBytes = message === null || isByLink ? 0 : paddedBytes(message);
  const wanted = { tokenId, messageBytes, isByLink };
  const bounds = useQuote({ ...wanted, amount: null, isWanted: isEntering });
  const amount = readAmount(state.draft.amount, coin, {
    quote: bounds.data ?? null,
    decimalMark: ownDecimalMark(),
    money,
  });
  const units = state.at === 'confirm' ? state.units : amount.units;
  const settled = useDebounced<BaseUnits | null>(units, QUOTE_AFTER_MS);
  const priced = useQuote({
    ...wanted,
    amount: settled,
    isWanted: isEntering && settled !== null,
  });
  const quote = units !== null && settled === units ? (priced.data ?? null) : null;
  return {
    amount,
    quote,
    money,
    bounds: bounds.data ?? null,
    estimate: estimateOf({ bounds, priced, hasAmount: units !== null, isKnown: quote !== null }),
    problem: (bounds.error ?? (settled === null ? null : priced.error))?.message ?? null,
  };
}

interface Known<Q extends PoolQuote> {
  readonly bounds: UseQueryResult<Q>;
  readonly priced: UseQueryResult<Q>;
  readonly hasAmount: boolean;
  readonly isKnown: boolean;
}

function estimateOf<Q extends PoolQuote>({
  bounds,
  priced,
  hasAmount,
  isKnown,
}: Known<Q>): Estimate {
  if (isKnown) return 'known';
  if (hasFailed(bounds) || (hasAmount && hasFailed(priced))) return 'failed';
  return hasAmount || bounds.data === undefined ? 'loading' : 'no-amount';
}
