import type { TokenId } from '#domain/token/token';
import type { Coin } from '#wire/wallet/coin';
import type { Changes } from '../../../ports/changes.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { KnownPrice, Prices } from '../../../ports/prices.ts';

export interface PriceCachePorts {
  readonly prices: Pick<Prices, 'all'>;
  readonly changes: Pick<Changes, 'onPrices' | 'onGap'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Called when the prices could not be read; the cache keeps what it has. */
  readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
}

/** All prices, cached in memory, so that a page with prices needs no database query. */
export interface PriceCache {
  /** Fills the cache for the first time; afterwards it follows the changes. */
  load(): Promise<void>;
  /** The price of a token in its wire format; every figure null when it is unknown or too old to show. */
  priceOf(tokenId: TokenId): Coin['price'];
  /** @returns US dollars for one token, however old; null when it never had a price */
  lastUsd(tokenId: TokenId): number | null;
}

/** A price older than this is worse than none. */
const TOO_OLD_MS = 10 * 60 * 1_000;
const UNKNOWN: Coin['price'] = { price: null, change: null, asOf: null, samples: [] };

/** @returns an empty cache. */
export function createPriceCache(ports: PriceCachePorts): PriceCache {
  let known: ReadonlyMap<TokenId, KnownPrice> = new Map();
  async function load(): Promise<void> {
    try {
      known = await ports.prices.all(ports.clock.now());
    } catch (cause) {
      ports.report({ message: 'The prices could not be read.', cause });
    }
  }
  ports.changes.onPrices(() => void load());
  ports.changes.onGap(() => void load());
  return {
    load,
    lastUsd: (tokenId) => known.get(tokenId)?.price.usd ?? null,
    priceOf(tokenId) {
      const found = known.get(tokenId);
      if (found === undefined) return UNKNOWN;
      const { usd, change24h, asOf } = found.price;
      if (ports.clock.now().getTime() - asOf.getTime() > TOO_OLD_MS) return UNKNOWN;
      return {
        price: usd,
        change: change24h,
        asOf: asOf.toISOString(),
        samples: [...found.samples],
      };
    },
  };
}
