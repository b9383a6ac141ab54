import type { RatedCurrency } from '#domain/price/currency-rate';

/** Units of each currency for one US dollar, about which the rate moves. */
const USUAL_PER_USD: Readonly<Record<RatedCurrency, number>> = {
  EUR: 0.92,
  GBP: 0.79,
  JPY: 150,
  BRL: 5.5,
  INR: 84,
  NGN: 1_500,
};
const DAY_MS = 24 * 60 * 60 * 1_000;
const WAVE_MS = 3 * DAY_MS;
const LARGEST_CHANGE = 0.005;

/** The rates as the feed names them: of the US dollar too, in lower case. */
export function perUsd(name: string, at: Date): number | null {
  if (name === 'usd') return 1;
  const found = Object.entries(USUAL_PER_USD).find(([code]) => code.toLowerCase() === name);
  if (found === undefined) return null;
  const [, usual] = found;
  // Added so that not all of them rise together.
  const wave = Math.sin((2 * Math.PI * at.getTime()) / WAVE_MS + usual);
  return usual * (1 + LARGEST_CHANGE * wave);
}

/** @returns percent in 24 hours of a price in this currency, from that of its price in US dollars */
export function changeIn(name: string, changeUsd: number, at: Date): number {
  const dayAgo = new Date(at.getTime() - DAY_MS);
  const ratio = (perUsd(name, at) ?? 1) / (perUsd(name, dayAgo) ?? 1);
  return ((1 + changeUsd / 100) * ratio - 1) * 100;
}
