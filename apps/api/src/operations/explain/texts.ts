import { formatBaseUnits, groupThousands } from '#domain/amount/base-units-to-display';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Within this time, the clock alone says which day is meant. */
const SAME_DAY_MS = 12 * HOUR_MS;

/** @returns a length of time in its two largest units, such as `45 s`, `4 min`, `2 h 5 min` or `3 d 4 h`. */
export function durationText(ms: number): string {
  const length = Math.max(0, ms);
  if (length < MINUTE_MS) return `${Math.floor(length / SECOND_MS)} s`;
  if (length < HOUR_MS) return `${Math.floor(length / MINUTE_MS)} min`;
  if (length < DAY_MS) return pair([length, HOUR_MS, 'h'], [MINUTE_MS, 'min']);
  return pair([length, DAY_MS, 'd'], [HOUR_MS, 'h']);
}

type Unit = readonly [ms: number, unit: string];

function pair([length, ms, unit]: readonly [number, ...Unit], [smallerMs, smaller]: Unit): string {
  const rest = Math.floor((length % ms) / smallerMs);
  const whole = `${Math.floor(length / ms)} ${unit}`;
  return rest === 0 ? whole : `${whole} ${rest} ${smaller}`;
}

/** @returns a moment in UTC, without its day where that is clear, such as `01:54:20 UTC`. */
export function timeText(at: Date, now: Date): string {
  const isClose = Math.abs(at.getTime() - now.getTime()) < SAME_DAY_MS;
  return isClose ? `${at.toISOString().slice(11, 19)} UTC` : dateText(at);
}

/** @returns a moment in UTC with its day, such as `2026-11-23 01:54:20 UTC`. */
export function dateText(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** @returns when something happens, such as `at 01:54:20 UTC (in 12 s)`; `now` when its time has come. */
export function whenText(at: Date, now: Date): string {
  const ms = at.getTime() - now.getTime();
  return ms <= 0 ? 'now' : `at ${timeText(at, now)} (in ${durationText(ms)})`;
}

const GWEI_DECIMALS = 9;
const GWEI_PLACES = 2;
const FINEST_PLACES = 9;
const NATIVE_DECIMALS = 18;
const NATIVE_PLACES = 6;

/** @returns a price of one gas, rounded up, such as `60.25 gwei`; below 0.01 gwei with all decimals. */
export function gweiText(perGas: bigint): string {
  const places = perGas < 10n ** 7n ? FINEST_PLACES : GWEI_PLACES;
  return `${trimmed(formatBaseUnits(perGas, GWEI_DECIMALS, { places, rounding: 'up' }))} gwei`;
}

/** @returns an amount of the native coin; what an account has rounds down, what it needs rounds up. */
export function nativeText(units: bigint, symbol: string, rounding: 'down' | 'up'): string {
  const shown = formatBaseUnits(units, NATIVE_DECIMALS, { places: NATIVE_PLACES, rounding });
  return `${trimmed(shown)} ${symbol}`;
}

function trimmed(display: string): string {
  return groupThousands(display.replace(/\.?0+$/, ''));
}
