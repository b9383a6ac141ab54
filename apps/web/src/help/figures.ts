import { pageLocale } from '#language/t';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export function minutesIn(ms: number): number {
  return ms / MINUTE_MS;
}

export function hoursIn(ms: number): number {
  return ms / HOUR_MS;
}

export function daysIn(ms: number): number {
  return ms / DAY_MS;
}

/** @returns as in `1, 7 or 30`, in the language of this page */
export function choiceText(choices: readonly string[]): string {
  return new Intl.ListFormat(pageLocale(), { type: 'disjunction' }).format(choices);
}
