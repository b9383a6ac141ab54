import { t } from '#language/t';
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
  const [date, today] = [new Date(then), new Date(now)];
  const yesterday = new Date(now);
  yesterday.setDate(today.getDate() - 1);
  if (date.toDateString() === today.toDateString()) return t('Today');
  if (date.toDateString() === yesterday.toDateString()) return t('Yesterday');
  return date.getFullYear() === today.getFullYear()
    ? dayOfYear.format(date)
    : wholeDay.format(date);
}

const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const wholeDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });
