import type { Chain, Coin } from '#wire/wallet/coin';
import { isHeld } from './total-balance.ts';

/** Why what is shown may be old. */
export interface Staleness {
  /** When the oldest figure shown was true, milliseconds since 1970. */
  readonly asOf: number;
  /** Chains that do not answer; empty when it is our own server that does not. */
  readonly chainNames: readonly string[];
}

/** What can be said of the balances now. */
export type CoinsView =
  | { readonly at: 'loading' }
  | { readonly at: 'failed'; readonly message: string }
  | {
      readonly at: 'ready';
      readonly chains: readonly Chain[];
      readonly coins: readonly Coin[];
      /** When the server last vouched for the figures, milliseconds since 1970. */
      readonly updatedAt: number;
      readonly staleness: Staleness | null;
      readonly isEmpty: boolean;
    };

interface CoinsQuery {
  readonly data: readonly Chain[] | undefined;
  readonly error: { readonly message: string } | null;
  readonly dataUpdatedAt: number;
}

/** Reads the state of the screen off the state of the query: last known values stay on screen when a new read fails. */
export function coinsView({ data, error, dataUpdatedAt }: CoinsQuery): CoinsView {
  if (!data) return error ? { at: 'failed', message: error.message } : { at: 'loading' };
  const coins = data.flatMap((chain) => chain.coins);
  return {
    at: 'ready',
    chains: data,
    coins,
    updatedAt: dataUpdatedAt,
    staleness: stalenessOf(coins, error ? dataUpdatedAt : null),
    isEmpty: !coins.some(isHeld),
  };
}

/** Merges a coin that was read anew; every other coin stays the same object. */
export function mergeCoin(chains: readonly Chain[], fresh: Coin): readonly Chain[] {
  return chains.map((chain) =>
    chain.coins.some((coin) => coin.id === fresh.id)
      ? { ...chain, coins: chain.coins.map((coin) => (coin.id === fresh.id ? fresh : coin)) }
      : chain,
  );
}

function stalenessOf(coins: readonly Coin[], serverLostAt: number | null): Staleness | null {
  const stale = coins.filter((coin) => coin.isStale);
  const times = stale.map((coin) => Date.parse(coin.asOf));
  if (serverLostAt !== null) return { asOf: Math.min(serverLostAt, ...times), chainNames: [] };
  if (stale.length === 0) return null;
  return { asOf: Math.min(...times), chainNames: [...new Set(stale.map((coin) => coin.chain))] };
}
