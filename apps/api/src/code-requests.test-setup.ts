import { randomUUID } from 'node:crypto';
import type { DeviceKey } from '../../../scripts/check-security/device-key.ts';
import type { NoticeTopic, TakenNotice } from './ports/outbox.ts';
import { openCode } from './recovery/open-code.ts';
import type { TestServer } from './server.test-setup.ts';

export const NEW_PASSWORD = 'Other!Bank7';
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Where a request comes from: a network, and a device when it signs. */
export interface From {
  readonly ip: string;
  readonly device?: DeviceKey;
  readonly work?: string;
  readonly userAgent?: string;
}

interface Contacts {
  readonly email: string;
  readonly phone: string;
}

export type CodeRequests = ReturnType<typeof createCodeRequests>;

/** The calls about codes, of several clients, and the messages that they lead to. */
export function createCodeRequests(server: TestServer) {
  function post(call: string, body: object, { ip, device, work, userAgent }: From) {
    const payload = JSON.stringify(body);
    const request = { method: 'POST', url: `/api/auth/${call}` } as const;
    return server.app.inject({
      ...request,
      payload,
      remoteAddress: ip,
      headers: {
        'content-type': 'application/json',
        'user-agent': userAgent ?? '',
        ...(device && { dpop: device.prove({ ...request, body: payload, at: server.now() }) }),
        ...(work && { 'kax-work': work }),
      },
    });
  }

  /** @returns the newest code to a recipient; null without one */
  async function codeTo(recipient: string): Promise<string | null> {
    const { rows } = await server.database.pool.query<TakenNotice>(
      'select channel, recipient, content, secret from outbox where recipient = $1 and secret is not null order by id desc limit 1',
      [recipient],
    );
    return rows[0] === undefined ? null : openCode(server.codeSecrets, rows[0]);
  }

  return {
    post,
    codeTo,
    requestReset: (name: object, from: From) => post('send-reset-password-otps', name, from),
    register: (contacts: Contacts, from: From) =>
      post('register', { name: 'Dora Silva', password: 'Piggy!Bank7', ...contacts }, from),
    reset: (name: object, codes: object, from: From) =>
      post('reset-password', { ...name, ...codes, newPassword: NEW_PASSWORD }, from),

    /** The newest codes on their way to a user. */
    async codesOf({ email, phone }: Contacts) {
      const [emailOTP, phoneOTP] = [await codeTo(email), await codeTo(phone)];
      if (emailOTP === null || phoneOTP === null) throw new Error('Codes are missing.');
      return { emailOTP, phoneOTP };
    },

    /** What a recipient got, oldest first: topic, and what its text is filled with besides the challenge. */
    async messagesTo(recipient: string) {
      const { rows } = await server.database.pool.query<{
        topic: NoticeTopic;
        content: Record<string, string>;
        hasCode: boolean;
      }>(
        'select topic, content, secret is not null as "hasCode" from outbox where recipient = $1 order by id',
        [recipient],
      );
      return rows.map(({ topic, content, hasCode }) => {
        const { challengeId, ...shown } = content;
        return { topic, content: shown, hasCode };
      });
    },

    async texts(): Promise<number> {
      return server.count("outbox where channel = 'sms'");
    },

    /** Signs the user in with a device, which is known from then on. */
    async signIn(from: From): Promise<number> {
      const { email, password } = server.user;
      return (await post('login', { email, password }, from)).statusCode;
    },
  };
}

/** Codes that are wrong but for one in a million. */
export const WRONG = { emailOTP: '000000', phoneOTP: '000000' };

export function newEmail(): string {
  return `${randomUUID()}@kax.test`;
}
