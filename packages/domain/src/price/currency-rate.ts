import { CURRENCIES } from './currency.ts';

const [, ...rated] = CURRENCIES;

/** The currencies that need a rate: all but the US dollar, which prices are in. */
export const RATED_CURRENCIES = rated;

export type RatedCurrency = (typeof RATED_CURRENCIES)[number];

/** Units of a currency for one US dollar, at a moment. Display only, as prices are. */
export interface CurrencyRate {
  readonly perUsd: number;
  readonly asOf: Date;
}

/** The rate in use, and one that is too far from it to be used yet. */
export interface KnownRate extends CurrencyRate {
  readonly held: { readonly perUsd: number; readonly since: Date } | null;
}

/** What one coin costs in US dollars and in another currency. */
export interface CoinPrices {
  readonly usd: number;
  readonly other: number;
  readonly asOf: Date;
}

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
/** A cheaper coin has too few digits to derive a rate from, wherever the feed rounds. */
const LEAST_USD = 0.01;
const FARTHEST = 0.2;
const HELD_FOR_MS = HOUR_MS;
/** Roughly, for `isPlausible` alone. */
const USUAL_PER_USD: Readonly<Record<RatedCurrency, number>> = {
  EUR: 0.9,
  GBP: 0.8,
  JPY: 150,
  BRL: 5.5,
  INR: 85,
  NGN: 1_500,
};
const PLAUSIBLE_FACTOR = 5;

/**
 * Derives the rate of a currency from the prices of coins in it and in US dollars.
 * @returns the median over the coins, as of the newest of their prices; null when no coin of the last hour has both
 * prices, or the result cannot be this currency's.
 */
export function deriveRate(
  currency: RatedCurrency,
  coins: readonly CoinPrices[],
  now: Date,
): CurrencyRate | null {
  const usable = coins.flatMap(({ usd, other, asOf }) => {
    const isUsable = usd >= LEAST_USD && now.getTime() - asOf.getTime() <= HOUR_MS;
    return isUsable && isRate(other / usd) ? { perUsd: other / usd, at: asOf.getTime() } : [];
  });
  const perUsd = median(usable.map((each) => each.perUsd));
  if (perUsd === null || !isPlausible(currency, perUsd)) return null;
  return { perUsd, asOf: new Date(Math.max(...usable.map(({ at }) => at))) };
}

/**
 * Decides which rate to use after a new one was read. One that is more than 20 % from the known one is held back until
 * the feed has said so for an hour: a broken feed rarely stays at the same wrong figure, and amounts are typed in this.
 */
export function nextRate(known: KnownRate | null, read: CurrencyRate, now: Date): KnownRate {
  const used = { ...read, held: null };
  if (known === null || !isRecent(known, now) || isClose(read.perUsd, known.perUsd)) return used;
  const { held } = known;
  if (held === null || !isClose(read.perUsd, held.perUsd)) {
    return { ...known, held: { perUsd: read.perUsd, since: now } };
  }
  return now.getTime() - held.since.getTime() >= HELD_FOR_MS ? used : known;
}

/** @returns whether values may be shown with this rate: for a day after it applied. */
export function isRecent({ asOf }: Pick<CurrencyRate, 'asOf'>, now: Date): boolean {
  return now.getTime() - asOf.getTime() <= DAY_MS;
}

function isRate(value: number): boolean {
  return Number.isFinite(value) && value > 0;
}

function isPlausible(currency: RatedCurrency, perUsd: number): boolean {
  const usual = USUAL_PER_USD[currency];
  return perUsd >= usual / PLAUSIBLE_FACTOR && perUsd <= usual * PLAUSIBLE_FACTOR;
}

function isClose(perUsd: number, other: number): boolean {
  return Math.abs(perUsd - other) <= FARTHEST * other;
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.floor(sorted.length / 2)];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
