import type { TokenId } from '#domain/token/token';
import type { Price, PriceSample } from './price-feed.ts';

/** The last price of a token, and a few prices of its last 24 hours. */
export interface KnownPrice {
  readonly price: Price;
  /** US dollars for one token, oldest first, at most 48, evenly spread over the day. */
  readonly samples: readonly number[];
}

/** The prices that all processes of the server share. */
export interface Prices {
  /**
   * Claims the run that queries the price feed.
   * @returns true for one process in every `everyMs`, whatever the number of processes.
   */
  claimRun(now: Date, everyMs: number): Promise<boolean>;
  /** Stores new prices, each as the latest one and as a sample; deletes samples older than a day. */
  save(prices: ReadonlyMap<TokenId, Price>, now: Date): Promise<void>;
  /** Adds past samples; a moment that already has one is left unchanged. */
  addSamples(tokenId: TokenId, samples: readonly PriceSample[]): Promise<void>;
  /** The time of each token's oldest sample; a token without samples is left out. */
  oldestSamples(): Promise<ReadonlyMap<TokenId, Date>>;
  /** Everything known, by token id. */
  all(now: Date): Promise<ReadonlyMap<TokenId, KnownPrice>>;
}
