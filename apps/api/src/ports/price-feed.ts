import type { Token } from '#domain/token/token';

/** A price at a moment. Display only: no amount is ever computed from it. */
export interface Price {
  /** US dollars for one token. */
  readonly usd: number;
  /** Percent in 24 hours; null when unknown. */
  readonly change24h: number | null;
  readonly asOf: Date;
}

/** Where prices come from. */
export interface PriceFeed {
  /** Prices by token id; a token without a price is left out. Rejects with `PriceFeedUnavailable`. */
  prices(tokens: readonly Token[]): Promise<ReadonlyMap<string, Price>>;
}

/** The price feed did not answer, or not in its own format. */
export class PriceFeedUnavailable extends Error {
  constructor(cause: unknown) {
    super('The price feed did not answer. Prices stay as they were.', { cause });
    this.name = 'PriceFeedUnavailable';
  }
}
