import { type Refusal, refuse } from '../../../application/call.ts';
import { durationText } from '../../../application/too-many-requests.ts';

/** Refuses right codes while too many wallets are being opened by recovery; they stay valid. */
export function recoveryCapped(seconds: number): Refusal {
  const sentence = `Too many passwords were reset. Try again in ${durationText(seconds)}.`;
  return refuse('busy', { retryAfter: seconds, sentence });
}
