import { pageLocale, t } from '#language/t';

/** @returns how long ago in the largest fitting unit, such as `12 s ago`; a time in the future is `0 s ago`. */
export function elapsedText(then: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - then) / 1_000));
  if (seconds < 60) return t('{seconds} s ago', { seconds });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t('{minutes} min ago', { minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 24
    ? t('{hours} h ago', { hours })
    : t('{days} d ago', { days: Math.floor(hours / 24) });
}

/** @returns the local time, such as `14:02`. */
export function clockText(then: number): string {
  return clock.format(then);
}

/** @returns the local time, such as `14:02`; with its day, such as `20 Nov, 08:11`, unless that is today. */
export function recentClockText(then: number, now: number): string {
  return daysBetween(then, now) === 0 ? clockText(then) : dayAndClockText(then);
}

/** @returns the local time in a sentence, such as `14:02 today`, `14:02 yesterday` or `20 Nov, 08:11`. */
export function spokenClockText(then: number, now: number): string {
  const days = daysBetween(then, now);
  if (days === 0) return t('{clock} today', { clock: clockText(then) });
  if (days === 1) return t('{clock} yesterday', { clock: clockText(then) });
  return dayAndClockText(then);
}

/** @returns the local time with seconds, such as `14:08:21`. */
export function preciseClockText(then: number): string {
  return preciseClock.format(then);
}

const clock = new Intl.DateTimeFormat(pageLocale(), { hour: '2-digit', minute: '2-digit' });
const preciseClock = new Intl.DateTimeFormat(pageLocale(), {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** @returns the local day of a time within a year, such as `20 November`. */
export function dayOfYearText(then: number): string {
  return dayOfYear.format(then);
}

/** @returns the local day and time, such as `20 Nov, 08:11`. */
export function dayAndClockText(then: number): string {
  return dayAndClock.format(then);
}

/** @returns the full local date with seconds, such as `20 November 2026, 08:11:05`. */
export function wholeDateText(then: number): string {
  return wholeDate.format(then).replace(' at ', ', ');
}

/** @returns the local date, such as `20 November 2026`. */
export function dayText(then: number): string {
  return day.format(then);
}

/** @returns the local day as briefly as it is clear today: `Today`, `Yesterday`, `12 Nov`, or `12 Nov 2025`. */
export function recentDayText(then: number, now: number): string {
  const days = daysBetween(then, now);
  if (days === 0) return t('Today');
  if (days === 1) return t('Yesterday');
  const isThisYear = new Date(then).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? shortDay : shortDayOfYear).format(then);
}

/** @returns 0 for today, 1 for yesterday, by the local calendar; null for any other day */
function daysBetween(then: number, now: number): 0 | 1 | null {
  const [date, today, yesterday] = [new Date(then), new Date(now), new Date(now)];
  yesterday.setDate(today.getDate() - 1);
  if (date.toDateString() === today.toDateString()) return 0;
  return date.toDateString() === yesterday.toDateString() ? 1 : null;
}

/** @returns the local day without its year, as in `12 Nov` */
export function shortDayText(then: number): string {
  return shortDay.format(then);
}

const dayOfYear = new Intl.DateTimeFormat(pageLocale(), { day: 'numeric', month: 'long' });
const shortDay = new Intl.DateTimeFormat(pageLocale(), { day: 'numeric', month: 'short' });
const shortDayOfYear = new Intl.DateTimeFormat(pageLocale(), { dateStyle: 'medium' });
const dayAndClock = new Intl.DateTimeFormat(pageLocale(), {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const wholeDate = new Intl.DateTimeFormat(pageLocale(), { dateStyle: 'long', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(pageLocale(), { dateStyle: 'long' });
