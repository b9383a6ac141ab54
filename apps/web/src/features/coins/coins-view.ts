import { t } from '#language/t';
import type { Chain, Coin } from '#wire/wallet/coin';
import type { PrivateState } from '#wire/wallet/private-coins';
import { isHeld } from './total-balance.ts';

/** Why the figures shown may be stale. */
export interface Staleness {
  /** When the oldest figure shown was read, milliseconds since 1970. */
  readonly asOf: number;
  /** What does not respond: some chains, the private pool, or the Kax server. */
  readonly unreachable: 'chains' | 'pool' | 'server';
  /** The chains that do not respond; empty for the pool or the server. */
  readonly chainNames: readonly string[];
}

/** The state of the balances on screen. */
export type CoinsView =
  | {
      readonly at: 'loading';
      /** The private balance is being opened for the first time, which takes longer than a read. */
      readonly isOpening: boolean;
    }
  | { readonly at: 'failed'; readonly message: string }
  | {
      readonly at: 'ready';
      readonly chains: readonly Chain[];
      readonly coins: readonly Coin[];
      /** When the server last confirmed the figures, milliseconds since 1970. */
      readonly updatedAt: number;
      readonly staleness: Staleness | null;
      /** The private pool is being scanned for more notes. */
      readonly isScanning: boolean;
      readonly isEmpty: boolean;
    };

interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: { readonly message: string } | null;
  readonly dataUpdatedAt: number;
}

/** Derives the state of the screen from the query. Last known values stay on screen when a new read fails. */
export function coinsView({ data, error, dataUpdatedAt }: Query<readonly Chain[]>): CoinsView {
  if (!data) return error ? { at: 'failed', message: error.message } : LOADING;
  return readyView(data, { updatedAt: dataUpdatedAt, isServerLost: error !== null });
}

/** The server's response about the private balance. */
export interface PrivateCoins {
  readonly chains: readonly Chain[];
  readonly state: PrivateState;
}

/** The same for the private balance, which takes time to open and may be known only in part. */
export function privateCoinsView({ data, error, dataUpdatedAt }: Query<PrivateCoins>): CoinsView {
  if (!data) return error ? { at: 'failed', message: error.message } : LOADING;
  const { chains, state } = data;
  const asOf = state.asOf === null ? null : Date.parse(state.asOf);
  if (state.status === 'starting') return { at: 'loading', isOpening: true };
  if (state.status === 'away' && asOf === null) return { at: 'failed', message: POOL_AWAY };
  // The figures are current only when the pool is fully scanned.
  const updatedAt = state.status === 'ready' ? dataUpdatedAt : (asOf ?? dataUpdatedAt);
  const view = readyView(chains, { updatedAt, isServerLost: error !== null });
  const isUnavailable = state.status === 'away' && view.staleness?.unreachable !== 'server';
  return {
    ...view,
    isScanning: state.status === 'looking',
    ...(isUnavailable
      ? { staleness: { asOf: view.updatedAt, unreachable: 'pool', chainNames: [] } }
      : {}),
  };
}

const LOADING: CoinsView = { at: 'loading', isOpening: false };

const POOL_AWAY = t('We can’t load your private balance right now.');

interface Read {
  readonly updatedAt: number;
  /** The last attempt to refresh failed. */
  readonly isServerLost: boolean;
}

function readyView(chains: readonly Chain[], { updatedAt, isServerLost }: Read) {
  const coins = chains.flatMap((chain) => chain.coins);
  return {
    at: 'ready' as const,
    chains,
    coins,
    updatedAt,
    staleness: stalenessOf(coins, isServerLost ? updatedAt : null),
    isScanning: false,
    isEmpty: !coins.some(isHeld),
  };
}

/** Merges a refreshed coin; every other coin stays the same object. */
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
  if (serverLostAt !== null) {
    return { asOf: Math.min(serverLostAt, ...times), unreachable: 'server', chainNames: [] };
  }
  if (stale.length === 0) return null;
  const chainNames = [...new Set(stale.map((coin) => coin.chain))];
  return { asOf: Math.min(...times), unreachable: 'chains', chainNames };
}
