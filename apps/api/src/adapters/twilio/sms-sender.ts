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

/** Its queue is full, or we are too fast: worth another try. */
const TOO_MANY = 429;

/** Text messages over Twilio's Messages API (https://www.twilio.com/docs/messaging/api/message-resource). */
export function createTwilioSmsSender(options: SmsOptions): SmsSender {
  const { baseUrl, accountSid, authToken, from, timeoutMs } = options;
  const url = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from };
  return {
    async send({ to, text }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization, accept: 'application/json' },
        body: new URLSearchParams({ To: to, Body: text, ...sender }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.ok) {
        await response.body?.cancel();
        return;
      }
      const code = codeOf(await response.text());
      const isFinal = response.status < 500 && response.status !== TOO_MANY;
      if (isFinal && response.status !== 401) throw new DeliveryRefused(`Twilio code ${code}`);
      throw new Error(`Twilio answered ${response.status}, code ${code}.`);
    },
  };
}

/** Twilio's own number of a fault; its text may hold the phone number and is left out. */
function codeOf(body: string): number | null {
  try {
    const { code } = JSON.parse(body) as { code?: unknown };
    return typeof code === 'number' ? code : null;
  } catch {
    return null;
  }
}
