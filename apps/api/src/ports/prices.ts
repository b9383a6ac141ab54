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
   * Takes the turn to ask the price feed.
   * @returns true for one process in every `everyMs`, whatever the number of processes.
   */
  claimRun(now: Date, everyMs: number): Promise<boolean>;
  /** Keeps new prices, each as the last one and as a sample; forgets samples older than a day. */
  save(prices: ReadonlyMap<TokenId, Price>, now: Date): Promise<void>;
  /** Adds samples of the past; those of a moment that has one already change nothing. */
  addSamples(tokenId: TokenId, samples: readonly PriceSample[]): Promise<void>;
  /** When the oldest sample of each token was true; a token without samples is left out. */
  oldestSamples(): Promise<ReadonlyMap<TokenId, Date>>;
  /** Everything known, by token id. */
  all(now: Date): Promise<ReadonlyMap<TokenId, KnownPrice>>;
}
