import * as z from 'zod/mini';
import type { Currency } from '#domain/price/currency';
import { isRecent } from '#domain/price/currency-rate';
import type { Money } from '#domain/price/money';
import { isUsableRate } from '#domain/price/value-in-currency';
import { currencyRateList } from '#wire/currency-rates';
import { LOCAL_DOLLARS, localMoneyAt } from '../lib/local-money.ts';
import { parseJson } from '../lib/parse-json.ts';
import { readStored, STORAGE_KEYS, writeStored } from '../lib/storage.ts';
import { createStore, useStore } from '../lib/store.ts';
import { useSettings } from './settings.ts';

/** Rates as the server sends them. */
export type KnownRates = z.output<typeof currencyRateList>;

/** The rates that may be used now; null until they are known, or known to be unknown. */
const store = createStore<KnownRates | null>(storedRates());

/** @returns how values are shown: in the chosen currency, or in US dollars while its rate is unknown; the same object until something changes. */
export function useMoney(): Money {
  return moneyOf(
    useSettings((settings) => settings.currency),
    useStore(store) ?? [],
  );
}

/** @returns the rates that can be used now; null while none are known. */
export function useKnownRates(): KnownRates | null {
  return useStore(store);
}

/** @returns the chosen currency if its rate can't be had, so that values are shown in US dollars; otherwise null. */
export function useMissingRate(): Currency | null {
  const currency = useSettings((settings) => settings.currency);
  const rates = useStore(store);
  if (currency === 'USD' || rates === null) return null;
  return rates.some((rate) => rate.currency === currency) ? null : currency;
}

/** Uses the server's latest response, or, when there is none, whatever known rates are still recent. */
export function keepRates(received: KnownRates | null, now: number): void {
  const rates = recent(received ?? store.get() ?? [], now);
  if (JSON.stringify(rates) === JSON.stringify(store.get())) return;
  writeStored(STORAGE_KEYS.currencyRates, JSON.stringify(rates));
  store.set(rates);
}

let latest = LOCAL_DOLLARS;

/** @returns the same object for the same rate, so that components can compare it. */
function moneyOf(currency: Currency, rates: KnownRates): Money {
  const perUsd = rates.find((rate) => rate.currency === currency)?.perUsd;
  if (perUsd === undefined) return LOCAL_DOLLARS;
  if (latest.currency !== currency || latest.perUsd !== perUsd) {
    latest = localMoneyAt({ currency, perUsd });
  }
  return latest;
}

function recent(rates: KnownRates, now: number): KnownRates {
  return rates.filter(
    ({ perUsd, asOf }) => isUsableRate(perUsd) && isRecent({ asOf: new Date(asOf) }, new Date(now)),
  );
}

/** @returns null when none is stored that can still be used */
function storedRates(): KnownRates | null {
  const text = readStored(STORAGE_KEYS.currencyRates);
  const parsed = z.safeParse(currencyRateList, text === null ? null : parseJson(text));
  const rates = parsed.success ? recent(parsed.data, Date.now()) : [];
  return rates.length === 0 ? null : rates;
}
