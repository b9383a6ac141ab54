import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Message } from './message.ts';
import type { MessageStore } from './message-store.ts';
import type { Reply } from './serve.ts';

/** The account that may send; the real service issues these to its customers. */
export interface TwilioAccount {
  readonly accountSid: string;
  readonly authToken: string;
}

const PATH = /^\/2010-04-01\/Accounts\/(\w+)\/Messages(?:\/(SM[0-9a-f]{32}))?\.json$/;
const E164 = /^\+[1-9]\d{6,14}$/;
const SENDER = /^(?:\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/;
const MOST_CHARACTERS = 1600;
const SEGMENT = 153;

/** @returns true when a path belongs to Twilio's Messages API */
export function isTwilioPath(path: string): boolean {
  return path.startsWith('/2010-04-01/');
}

/** Implements Twilio's Messages API (https://www.twilio.com/docs/messaging/api/message-resource). */
export async function serveTwilio(
  store: MessageStore,
  account: TwilioAccount,
  request: {
    readonly method: string;
    readonly path: string;
    readonly authorization: string | undefined;
    readonly body: string;
  },
): Promise<Reply> {
  const { accountSid, authToken } = account;
  const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  if (request.authorization !== expected) return errorReply(401, 20003, 'Authenticate');
  const [, sid, messageSid] = PATH.exec(request.path) ?? [];
  if (sid !== accountSid) return errorReply(404, 20404, 'The requested resource was not found');
  if (request.method === 'GET' && messageSid) return read(store, accountSid, messageSid);
  if (request.method !== 'POST' || messageSid) return errorReply(405, 20004, 'Method not allowed');
  return send(store, accountSid, new URLSearchParams(request.body));
}

async function send(
  store: MessageStore,
  accountSid: string,
  form: URLSearchParams,
): Promise<Reply> {
  const to = form.get('To') ?? '';
  const from = form.get('From') ?? form.get('MessagingServiceSid') ?? '';
  const text = form.get('Body') ?? '';
  if (!E164.test(to)) return errorReply(400, 21211, `Invalid 'To' Phone Number: ${to}`);
  if (!SENDER.test(from)) return errorReply(400, 21212, `Invalid From Number: ${from}`);
  if (text === '') return errorReply(400, 21602, 'Message body is required');
  if (text.length > MOST_CHARACTERS)
    return errorReply(400, 21617, 'The concatenated message is too long');
  const message: Message = {
    ID: randomUUID(),
    MessageID: `SM${randomBytes(16).toString('hex')}`,
    Read: false,
    From: { Name: '', Address: from },
    To: [{ Name: '', Address: to }],
    Cc: [],
    Bcc: [],
    ReplyTo: [],
    Subject: 'Text message',
    Created: new Date().toISOString(),
    Size: Buffer.byteLength(text),
    Attachments: 0,
    Tags: ['sms'],
    Text: text,
    HTML: '',
  };
  await store.add(message);
  return { status: 201, body: resource(message, accountSid, 'queued') };
}

function read(store: MessageStore, accountSid: string, messageSid: string): Reply {
  const message = store.list().find(({ MessageID }) => MessageID === messageSid);
  if (!message) return errorReply(404, 20404, 'The requested resource was not found');
  return { status: 200, body: resource(message, accountSid, 'delivered') };
}

function resource(message: Message, accountSid: string, status: 'queued' | 'delivered'): object {
  const sid = message.MessageID;
  const from = message.From.Address;
  const created = new Date(message.Created).toUTCString().replace('GMT', '+0000');
  const uri = `/2010-04-01/Accounts/${accountSid}/Messages/${sid}`;
  return {
    sid,
    account_sid: accountSid,
    api_version: '2010-04-01',
    body: message.Text,
    date_created: created,
    date_sent: status === 'delivered' ? created : null,
    date_updated: created,
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from: from.startsWith('MG') ? null : from,
    messaging_service_sid: from.startsWith('MG') ? from : null,
    num_media: '0',
    num_segments: String(Math.ceil(message.Text.length / SEGMENT)),
    price: null,
    price_unit: 'USD',
    status,
    to: message.To[0]?.Address ?? '',
    uri: `${uri}.json`,
    subresource_uris: { media: `${uri}/Media.json` },
  };
}

function errorReply(status: number, code: number, message: string): Reply {
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  return { status, body: { code, message, more_info, status } };
}

/** @returns an account sid and token in the right format for this data directory */
export function sandboxTwilioAccount(secret: string): TwilioAccount {
  const digest = (purpose: string) =>
    createHash('sha256').update(`${purpose} ${secret}`).digest('hex').slice(0, 32);
  return { accountSid: `AC${digest('account')}`, authToken: digest('token') };
}
