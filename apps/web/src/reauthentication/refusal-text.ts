import { t } from '#language/t';
import type { ApiError } from '../lib/api-result.ts';
import { dayAndClockText } from '../lib/elapsed.ts';

interface Moment {
  /** ms since 1970. */
  readonly now: number;
  readonly secondsToWait: number;
}

/** @returns why the keys were not exported or the wallet not deleted, and what to do. */
export function errorText(error: ApiError, { now, secondsToWait }: Moment): string {
  const { code, message, status, retryAfter } = error;
  if (status === null || code === 'unexpected') {
    return t('We couldn’t read the response. Check your connection and try again.');
  }
  if (code === 'export-locked' && retryAfter !== undefined) {
    return t('{message} Try again on {time}.', {
      message,
      time: dayAndClockText(now + retryAfter * 1_000),
    });
  }
  return secondsToWait > 0
    ? t('{message} Try again in {duration}.', { message, duration: durationText(secondsToWait) })
    : message;
}

/** @returns seconds, or minutes and seconds from 60 s on, as in `34 s` or `12 min 05 s`. */
export function durationText(seconds: number): string {
  if (seconds < 60) return t('{seconds} s', { seconds });
  return t('{minutes} min {seconds} s', {
    minutes: Math.floor(seconds / 60),
    seconds: String(seconds % 60).padStart(2, '0'),
  });
}
