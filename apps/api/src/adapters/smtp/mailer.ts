import { createTransport } from 'nodemailer';
import { DeliveryRefused, type Mailer } from '../../ports/mailer.ts';

export interface MailerOptions {
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  readonly url: string;
  /** As in `Kax <no-reply@wallet.example>`. */
  readonly from: string;
  readonly timeoutMs: number;
}

/** Codes of answers with which a mail server refuses for good. */
const REFUSED_FROM = 500;
const LINE_BREAK = /[\r\n]/;

/** Mail over SMTP, one connection for each message. */
export function createSmtpMailer({ url, from, timeoutMs }: MailerOptions): Mailer {
  const transport = createTransport(url, { from });
  Object.assign(transport.options, {
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html }) {
      if (LINE_BREAK.test(to) || LINE_BREAK.test(subject)) {
        throw new DeliveryRefused('a line break in the address or the subject');
      }
      try {
        // An object is taken as it is; a string would be parsed for names, groups and lists.
        await transport.sendMail({ to: { name: '', address: to }, subject, text, html });
      } catch (cause) {
        throw isRefusal(cause) ? new DeliveryRefused(String(cause.responseCode)) : cause;
      }
    },
  };
}

function isRefusal(cause: unknown): cause is { readonly responseCode: number } {
  const isObject = typeof cause === 'object' && cause !== null;
  const code = isObject && 'responseCode' in cause ? cause.responseCode : 0;
  return typeof code === 'number' && code >= REFUSED_FROM;
}
