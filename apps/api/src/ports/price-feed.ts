import type { CurrencyRate, RatedCurrency } from '#domain/price/currency-rate';
import type { Token, TokenId } from '#domain/token/token';

/** A price at a moment. Display only: no amount is ever computed from it. */
export interface Price {
  /** US dollars for one token. */
  readonly usd: number;
  /** Percent in 24 hours; null when unknown. */
  readonly change24h: number | null;
  readonly asOf: Date;
}

/** A price at a moment of the last day. */
export interface PriceSample {
  /** US dollars for one token. */
  readonly usd: number;
  readonly at: Date;
}

/** One reading of the feed. */
export interface FeedReading {
  /** By token id; a token without a price is left out. */
  readonly prices: ReadonlyMap<TokenId, Price>;
  /** Derived from the same prices; a currency without a plausible rate is left out. */
  readonly rates: ReadonlyMap<RatedCurrency, CurrencyRate>;
}

/** Where prices come from. */
export interface PriceFeed {
  /** Reads the prices of these tokens. Rejects with `PriceFeedUnavailable`. */
  read(tokens: readonly Token[]): Promise<FeedReading>;
  /** Prices of one token in the last 24 hours, oldest first; empty when unknown. Rejects with `PriceFeedUnavailable`. */
  samples(token: Token): Promise<readonly PriceSample[]>;
}

/** The price feed did not respond, or not in its own format. */
export class PriceFeedUnavailable extends Error {
  constructor(cause: unknown) {
    super('The price feed did not respond. Prices stay as they were.', { cause });
    this.name = 'PriceFeedUnavailable';
  }
}
