import type { Coin } from '#wire/wallet/coin';
import type { PrivateState } from '#wire/wallet/private-coins';
import type { Clock } from '../../../ports/clock.ts';
import { coinView } from '../balances/coin-view.ts';
import type { PriceCache } from '../balances/price-cache.ts';
import type { PrivateHolding, PrivateReading } from './private-balances.ts';

/** The owner of the coins, and the source of their prices. */
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

/** The worst state of any network counts for all, and so does the oldest time. */
export function worstState(states: readonly PrivateState[]): PrivateState {
  const order = ['away', 'starting', 'looking', 'ready'] as const;
  const status = order.find((each) => states.some((state) => state.status === each)) ?? 'ready';
  const times = states.flatMap(({ asOf }) => (asOf === null ? [] : [asOf])).sort();
  return { status, asOf: times[0] ?? null };
}
