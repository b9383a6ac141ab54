import { requestCodeIn } from '#domain/payment-request/pay-link';
import { showRequestCode } from '#domain/payment-request/payment-request';
import { paths } from '../paths.ts';

/** @returns the page of the payment request whose link was scanned or pasted; null for every other text */
export function requestPageIn(text: string): string | null {
  const code = requestCodeIn(text, location.origin);
  return code === null ? null : paths.pay(showRequestCode(code));
}
