import { isRecent, type KnownRate, type RatedCurrency } from '#domain/price/currency-rate';
import type { ResponseOf } from '#wire/contract';
import type { currencyRates } from '#wire/currency-rates';
import type { Changes } from '../ports/changes.ts';
import type { Clock } from '../ports/clock.ts';
import type { CurrencyRates } from '../ports/currency-rates.ts';

export interface RateCachePorts {
  readonly rates: CurrencyRates;
  readonly changes: Pick<Changes, 'onPrices' | 'onGap'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Called when the rates could not be read; the cache keeps what it has. */
  readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
}

/** The rates of display currencies, cached in memory, so that a request for them needs no database query. */
export interface RateCache {
  /** Fills the cache for the first time; afterwards it follows new prices, which rates come with. */
  load(): Promise<void>;
  /** The rates in their wire format, without those that are too old to show. */
  current(): ResponseOf<typeof currencyRates>['rates'];
}

/** @returns an empty cache. */
export function createRateCache({ rates, changes, clock, report }: RateCachePorts): RateCache {
  let known: ReadonlyMap<RatedCurrency, KnownRate> = new Map();
  async function load(): Promise<void> {
    try {
      known = await rates.all();
    } catch (cause) {
      report({ message: 'The currency rates could not be read.', cause });
    }
  }
  changes.onPrices(() => void load());
  changes.onGap(() => void load());
  return {
    load,
    current() {
      const now = clock.now();
      const recent = [...known].filter(([, rate]) => isRecent(rate, now));
      return recent.map(([currency, { perUsd, asOf }]) => ({
        ...{ currency, perUsd, asOf: asOf.toISOString() },
      }));
    },
  };
}
