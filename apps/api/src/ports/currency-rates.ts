import type { KnownRate, RatedCurrency } from '#domain/price/currency-rate';

/** The rates of display currencies that all processes of the server share. */
export interface CurrencyRates {
  /** Everything known, however old. */
  all(): Promise<ReadonlyMap<RatedCurrency, KnownRate>>;
}

/** The same, for the process that reads the feed. */
export interface WritableCurrencyRates extends CurrencyRates {
  /** Stores rates; one that is older than the stored one changes nothing. */
  save(rates: ReadonlyMap<RatedCurrency, KnownRate>): Promise<void>;
}
