/** The text of a notice: an email's subject and paragraphs, and the line of a text message. */
export interface NoticeText {
  readonly subject: string;
  /** The code is between the first paragraph and the others. */
  readonly paragraphs: readonly string[];
  /** Null for a topic without a text message. */
  readonly sms: string | null;
  /** A page of the web app that shows more. */
  readonly link?: string;
  /** What the link is called; left out for “View in Kax”. */
  readonly linkText?: string;
}

/** The values of a text's placeholders. */
export type NoticeContent = Readonly<Record<string, string>>;

export const NOT_YOU =
  'If this wasn’t you, reset your password immediately. This ends every session, and little can leave for a day.';

/** At the end of an email about a payment. */
export const WITHOUT_PAYMENT_MAILS =
  'You can turn these emails off under “Settings”, “Transaction Notifications”. If you didn’t make this payment, terminate your other sessions and change your password immediately.';

/** At the end of an email about money that arrived. */
export const WITHOUT_ARRIVAL_MAILS =
  'We send at most one of these every 10 minutes. You can turn them off in your notification settings.';

export function isTextLater({ isTextLater: later }: NoticeContent): boolean {
  return later !== undefined;
}

export function isOfPhone({ changed }: NoticeContent): boolean {
  return changed === 'phone';
}

export function contactIn(content: NoticeContent): string {
  return isOfPhone(content) ? 'phone number' : 'email';
}

/** Tells several requests apart: a stranger may have made another one. */
export function requestIn({ device, place }: NoticeContent): string {
  if (device === undefined || place === undefined) return '';
  return `Someone requested it with ${device}, in ${place}. `;
}

export function forDeviceIn({ device }: NoticeContent): string {
  return device === undefined ? '' : `, requested with ${device}`;
}

/** @returns as in `21 November 2026, 14:05 UTC` */
export function timeIn(iso: string): string {
  const time = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${time.format(new Date(iso)).replace(' at ', ', ')} UTC`;
}
