import { t } from '#language/t';
import { paths } from '../paths.ts';

/** What a message to support begins with. It says nothing about the user but what they add. */
interface SupportMail {
  readonly appVersion: string;
  readonly browser: string;
  /** The payment it is about; null when it is about none. */
  readonly paymentId: string | null;
}

/** @returns the link that opens a message to support in the user's mail program */
export function supportMail(
  address: string,
  { appVersion, browser, paymentId }: SupportMail,
): string {
  const body = [
    t('What happened, and what did you expect?'),
    '',
    '',
    '',
    t('Kax {appVersion}', { appVersion }),
    browser,
    ...(paymentId === null ? [] : [t('Payment {paymentId}', { paymentId })]),
  ].join('\r\n');
  const subject = paymentId === null ? t('Help with Kax') : t('Help with a payment in Kax');
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** @returns the help page, whose message to support then names the payment */
export function helpWithPayment(operationId: string): string {
  return `${paths.help}?${new URLSearchParams({ payment: operationId })}#contact`;
}

/** @returns the payment that the address of the help page names; null for anything but an ID */
export function paymentIn(search: URLSearchParams): string | null {
  const id = search.get('payment');
  return id !== null && ID.test(id) ? id : null;
}
