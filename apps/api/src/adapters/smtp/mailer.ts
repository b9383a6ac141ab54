import { connect } from 'node:net';
import { createTransport } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import { DeliveryRefused, type Mailer } from '../../ports/mailer.ts';

export interface MailerOptions {
  /**
   * `smtp://` or `smtps://`, with user and password where the server wants them. Nodemailer's options go in its
   * query and override ours, as in `?requireTLS=false`.
   */
  readonly url: string;
  /** As in `Kax <no-reply@wallet.example>`. */
  readonly from: string;
  /** Nothing is sent over `smtp://` before the connection is encrypted. */
  readonly needsTls: boolean;
  /** For a mail as a whole. */
  readonly timeoutMs: number;
}

/** What nodemailer hangs on its errors. */
interface SmtpError extends Error {
  readonly code?: string;
  /** The system's error code, where nodemailer's own is in `code`, as in `ECONNREFUSED`. */
  readonly originalCode?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

const REFUSED_FROM = 500;
/** With these a server rejects the recipient or the mail; with the others it rejects us, which an operator can fix. */
const JUDGING_COMMANDS: ReadonlySet<string | undefined> = new Set(['RCPT TO', 'DATA']);
const LINE_BREAK = /[\r\n]/;

/** Mail over SMTP, one connection for each message. Its errors contain no address. */
export function createSmtpMailer({ url, from, needsTls, timeoutMs }: MailerOptions): Mailer {
  const limits = {
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  };
  const transport = createTransport(
    { url, ...limits, requireTLS: needsTls, getSocket: openSocket },
    { from },
  );
  return {
    async send({ to, subject, text, html }) {
      if (LINE_BREAK.test(to) || LINE_BREAK.test(subject)) {
        throw new DeliveryRefused('a line break in the address or the subject');
      }
      try {
        await transport.sendMail({
          // An object is used as it is; a string would be parsed for names, groups and lists.
          to: { name: '', address: to },
          subject,
          text,
          html,
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: AbortSignal.timeout(timeoutMs),
        });
      } catch (cause) {
        throw errorOf(cause as SmtpError);
      }
    },
  };
}

type OpenSocket = NonNullable<SMTPTransport.Options['getSocket']>;

/** Left to itself, nodemailer asks the name servers without `dns.lookup`, and so past what checks the addresses. */
function openSocket(
  { host = 'localhost', port, secure, connectionTimeout = 0 }: Parameters<OpenSocket>[0],
  callback: Parameters<OpenSocket>[1],
): void {
  const usualPort = secure === true ? 465 : 587;
  const socket = connect({ host, port: Number(port ?? usualPort) });
  const onError = (cause: Error) => {
    socket.destroy();
    callback(cause, undefined);
  };
  const onTimeout = () => onError(Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' }));
  socket.once('error', onError).setTimeout(connectionTimeout, onTimeout);
  socket.once('connect', () => {
    socket.off('error', onError).setTimeout(0, onTimeout);
    callback(null, { connection: socket });
  });
}

/** Replies of mail servers repeat the address, and so do nodemailer's own messages about one. */
function errorOf({ code, originalCode, command, responseCode }: SmtpError): Error {
  if (responseCode === undefined) {
    return code === 'EENVELOPE'
      ? new DeliveryRefused('not an address')
      : new Error(`The mail server could not be used: ${originalCode ?? code ?? 'unknown'}`);
  }
  const isFinal = responseCode >= REFUSED_FROM && JUDGING_COMMANDS.has(command);
  return isFinal
    ? new DeliveryRefused(`SMTP code ${responseCode}`)
    : new Error(`The mail server responded ${responseCode} to ${command ?? 'a command'}.`);
}
