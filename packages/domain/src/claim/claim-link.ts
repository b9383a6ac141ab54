import { showRequestCode } from '../payment-request/payment-request.ts';

/**
 * @param origin of Kax, as in `https://kax.app`
 * @param code as `requestCode` returns it
 * @returns the link that the recipient opens, as in `https://kax.app/claim/7Q2M-K9XD-4TPA-82WJ`
 */
export function claimLink(origin: string, code: string): string {
  return `${origin}/claim/${showRequestCode(code)}`;
}
