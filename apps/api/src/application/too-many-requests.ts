import { type Refusal, refuse } from './call.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/**
 * @param seconds to wait, as the Retry-After header says
 * @param what happened, as a sentence; too many attempts when left out
 * @returns a refusal whose sentence names the same time, rounded up: "Too many attempts. Try again in 3 minutes."
 */
export function tooMany(seconds: number, what = 'Too many attempts.'): Refusal {
  const sentence = `${what} Try again in ${durationText(seconds)}.`;
  return refuse('too-many-requests', { retryAfter: Math.ceil(seconds), sentence });
}

/** @returns seconds below two minutes, minutes below two hours, else hours; never less than was given */
export function durationText(seconds: number): string {
  if (seconds < 2 * MINUTE_S) return counted(Math.max(1, Math.ceil(seconds)), 'second');
  if (seconds < 2 * HOUR_S) return counted(Math.ceil(seconds / MINUTE_S), 'minute');
  return counted(Math.ceil(seconds / HOUR_S), 'hour');
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
