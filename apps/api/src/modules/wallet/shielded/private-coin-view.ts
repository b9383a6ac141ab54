import type { Coin } from '#wire/wallet/coin';
import type { PrivateState } from '#wire/wallet/private-coins';
import type { Clock } from '../../../ports/clock.ts';
import { coinView } from '../balances/coin-view.ts';
import type { PriceCache } from '../balances/price-cache.ts';
import type { PrivateHolding, PrivateReading } from './private-balances.ts';

/** Whose coins, and what they are worth. */
export interface PrivateOwner {
  readonly privateAddress: string;
  readonly prices: Pick<PriceCache, 'priceOf'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** @returns one row of the private token list. */
export function privateCoinView(
  { network, state }: Pick<PrivateReading, 'network' | 'state'>,
  { token, balance, available, pending }: PrivateHolding,
  { privateAddress, prices, clock }: PrivateOwner,
): Coin {
  const reading = {
    network,
    balances: new Map([[token.id, { balance, available }]]),
    readAt: state.asOf === null ? clock.now() : new Date(state.asOf),
    isStale: state.status === 'away',
  };
  return { ...coinView(token, reading, { address: privateAddress, prices }), pending };
}

/** The worst that is true of any network counts for all; the oldest time counts. */
export function worstState(states: readonly PrivateState[]): PrivateState {
  const order = ['away', 'starting', 'looking', 'ready'] as const;
  const status = order.find((each) => states.some((state) => state.status === each)) ?? 'ready';
  const times = states.flatMap(({ asOf }) => (asOf === null ? [] : [asOf])).sort();
  return { status, asOf: times[0] ?? null };
}
