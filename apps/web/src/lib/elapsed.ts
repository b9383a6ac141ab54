/** @returns how long ago in the largest fitting unit, as in `12 s ago`; a moment in the future is `0 s ago`. */
export function elapsedText(then: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - then) / 1_000));
  if (seconds < 60) return `${seconds} s ago`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ago` : `${Math.floor(hours / 24)} d ago`;
}

/** @returns the time of day where the reader is, as in `14:02`. */
export function clockText(then: number): string {
  return clock.format(then);
}

/** @returns the time of day with seconds, as in `14:08:21`. */
export function preciseClockText(then: number): string {
  return preciseClock.format(then);
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const preciseClock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** @returns day and time of day where the reader is, as in `20 Nov, 08:11`. */
export function dayAndClockText(then: number): string {
  return dayAndClock.format(then);
}

/** @returns day, year and time to the second where the reader is, as in `20 November 2026, 08:11:05`. */
export function wholeDateText(then: number): string {
  return wholeDate.format(then).replace(' at ', ', ');
}

/** @returns the day where the reader is, as in `20 November 2026`. */
export function dayText(then: number): string {
  return day.format(then);
}

const dayAndClock = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const wholeDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });
