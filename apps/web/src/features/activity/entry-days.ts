import { pageLocale, t } from '#language/t';
import { clockText, recentDayText } from '../../lib/elapsed.ts';
import type { ActivityEntry } from './entry.ts';

/** The entries of one day in the user’s time zone. */
export interface EntryDay {
  readonly day: string;
  readonly entries: readonly ActivityEntry[];
}

/** Groups consecutive entries by day, keeping their order. */
export function groupByDay(entries: readonly ActivityEntry[], now: number): readonly EntryDay[] {
  const groups: { day: string; entries: ActivityEntry[] }[] = [];
  for (const entry of entries) {
    const day = dayOf(entry.at, now);
    const last = groups[groups.length - 1];
    if (last?.day === day) last.entries.push(entry);
    else groups.push({ day, entries: [entry] });
  }
  return groups;
}

/** @returns `Today`, `Yesterday`, `12 November`, or `12 November 2025` for another year */
export function dayOf(then: number, now: number): string {
  if (isOnDay(then, now)) return t('Today');
  return isOnDay(then, dayBefore(now)) ? t('Yesterday') : dateOf(then, now);
}

/** @returns how far back was looked, as in `Looked back to 14:05 today.` */
export function lookedBackText(then: number, now: number): string {
  if (isOnDay(then, now)) return t('Looked back to {clock} today.', { clock: clockText(then) });
  return isOnDay(then, dayBefore(now))
    ? t('Looked back to yesterday.')
    : t('Looked back to {day}.', { day: dateOf(then, now) });
}

/** @returns the time of today, else the day, as in `14:05` and `12 Nov` */
export function dayOrClockText(then: number, now: number): string {
  return isOnDay(then, now) ? clockText(then) : recentDayText(then, now);
}

function isOnDay(then: number, day: number): boolean {
  return new Date(then).toDateString() === new Date(day).toDateString();
}

function dayBefore(now: number): number {
  const yesterday = new Date(now);
  return yesterday.setDate(yesterday.getDate() - 1);
}

function dateOf(then: number, now: number): string {
  const isThisYear = new Date(then).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? dayOfYear : wholeDay).format(then);
}

const dayOfYear = new Intl.DateTimeFormat(pageLocale(), { day: 'numeric', month: 'long' });
const wholeDay = new Intl.DateTimeFormat(pageLocale(), { dateStyle: 'long' });
