const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** @returns as in `24 hours` */
export function spanText(count: number, unit: 'second' | 'minute' | 'hour' | 'day'): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

export function minutesText(ms: number): string {
  return spanText(ms / MINUTE_MS, 'minute');
}

export function hoursText(ms: number): string {
  return spanText(ms / HOUR_MS, 'hour');
}

export function daysText(ms: number): string {
  return spanText(ms / DAY_MS, 'day');
}

/** @returns as in `7, 20 and 27` */
export function listText(counts: readonly number[], last: 'and' | 'or' = 'and'): string {
  const [end, ...before] = counts.toReversed();
  return `${before.toReversed().join(', ')} ${last} ${end}`;
}

export function daysIn(ms: number): number {
  return ms / DAY_MS;
}
