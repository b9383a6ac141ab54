import { t } from '#language/t';

/** The user is signed out after this long without activity (§9). */
export const IDLE_TIMEOUT_MS = 1_800_000;
/** The warning appears this long before the sign-out (§9). */
export const IDLE_WARNING_MS = 300_000;

/** How close the user is to being signed out (§4 Idle timer). */
export type IdleState =
  | { readonly at: 'active' }
  | { readonly at: 'warning'; readonly secondsLeft: number }
  | { readonly at: 'over' };

/**
 * Uses wall-clock time rather than counted ticks, so that it is right after the machine slept.
 * @param lastActiveAt the last activity, ms since 1970; a future time counts as now.
 */
export function idleStateAt(lastActiveAt: number, now: number): IdleState {
  const left = IDLE_TIMEOUT_MS - Math.max(0, now - lastActiveAt);
  if (left <= 0) return { at: 'over' };
  if (left > IDLE_WARNING_MS) return { at: 'active' };
  return { at: 'warning', secondsLeft: Math.ceil(left / 1_000) };
}

/** @returns minutes and seconds, as in `4:12`. */
export function countdownText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The countdown for screen readers. Changes only a few times, since announcing every second would be unbearable. */
export function spokenCountdown(seconds: number): string {
  if (seconds > 60) {
    const minutes = Math.ceil(seconds / 60);
    return t('You’ll be signed out in {minutes, plural, one {# minute} other {# minutes}}.', {
      minutes,
    });
  }
  const step = [60, 30, 10].filter((moment) => seconds <= moment).at(-1) ?? 60;
  return t('You’ll be signed out in {seconds, plural, one {# second} other {# seconds}}.', {
    seconds: step,
  });
}
