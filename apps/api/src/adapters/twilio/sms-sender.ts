import { DeliveryRefused } from '../../ports/mailer.ts';
import type { SmsSender } from '../../ports/sms-sender.ts';

export interface SmsOptions {
  /** As in `https://api.twilio.com`. */
  readonly baseUrl: string;
  readonly accountSid: string;
  readonly authToken: string;
  /** A number in E.164, or the sid of a messaging service (`MG…`). */
  readonly from: string;
  readonly timeoutMs: number;
}

const SERVER_ERROR_FROM = 500;
/** Not about the message: our account, a wrong address, a time-out, too many requests. An operator or time fixes it. */
const MENDABLE: ReadonlySet<number> = new Set([401, 403, 404, 408, 429]);

/**
 * Text messages over Twilio's Messages API (https://www.twilio.com/docs/messaging/api/message-resource). Its
 * errors contain no number.
 */
export function createTwilioSmsSender(options: SmsOptions): SmsSender {
  const { accountSid, authToken, from, timeoutMs } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const url = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from };
  return {
    async send({ to, text }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization, accept: 'application/json' },
        body: new URLSearchParams({ To: to, Body: text, ...sender }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.ok) {
        await response.body?.cancel();
        return;
      }
      const code = codeOf(await response.text());
      const { status } = response;
      const isFinal = status < SERVER_ERROR_FROM && !MENDABLE.has(status);
      if (isFinal) throw new DeliveryRefused(`Twilio code ${code}`);
      throw new Error(`Twilio responded ${status}, code ${code}.`);
    },
  };
}

/** Twilio's own error code; its text may contain the phone number and is left out. */
function codeOf(body: string): number | null {
  try {
    const { code } = JSON.parse(body) as { code?: unknown };
    return typeof code === 'number' ? code : null;
  } catch {
    return null;
  }
}
