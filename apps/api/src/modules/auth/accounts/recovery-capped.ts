import { type Refusal, refuse } from '../../../application/call.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** Refuses right codes while too many wallets are being opened by recovery; they stay valid. */
export function recoveryCapped(seconds: number): Refusal {
  const sentence = `Too many passwords were reset. Try again in ${spanOf(seconds)}.`;
  return refuse('busy', { retryAfter: seconds, sentence });
}

function spanOf(seconds: number): string {
  const minutes = Math.ceil(seconds / MINUTE_S);
  if (seconds >= 2 * HOUR_S) return `${Math.ceil(seconds / HOUR_S)} hours`;
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
