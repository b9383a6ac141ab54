import { t } from '#language/t';

/** The text of a notice: an email's subject and paragraphs, and the line of a text message. */
export interface NoticeText {
  readonly subject: string;
  /** The code is between the first paragraph and the others. */
  readonly paragraphs: readonly string[];
  /** Made with its code where it has one. Null for a topic without a text message. */
  readonly sms: string | ((code: string) => string) | null;
  /** A page of the web app that shows more. */
  readonly link?: string;
  /** What the link is called; left out for “View in Kax”. */
  readonly linkText?: string;
}

/** The values of a text's placeholders. */
export type NoticeContent = Readonly<Record<string, string>>;

export function notYou(): string {
  return t(
    'If this wasn’t you, reset your password immediately. This ends every session, and little can leave for a day.',
  );
}

/** At the end of an email about a payment. */
export function withoutPaymentMails(): string {
  return t(
    'You can turn these emails off under “Settings”, “Transaction Notifications”. If you didn’t make this payment, terminate your other sessions and change your password immediately.',
  );
}

/** At the end of an email about money that arrived. */
export function withoutArrivalMails(): string {
  return t(
    'We send at most one of these every 10 minutes. You can turn them off in your notification settings.',
  );
}

export function isTextLater({ isTextLater: later }: NoticeContent): boolean {
  return later !== undefined;
}

export function isOfPhone({ changed }: NoticeContent): boolean {
  return changed === 'phone';
}

/** @returns whole sentences as one text, without those that are left out */
export function sentences(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(' ');
}
