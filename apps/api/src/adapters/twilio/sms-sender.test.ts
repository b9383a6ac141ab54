import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DeliveryRefused } from '../../ports/mailer.ts';
import { createTwilioSmsSender, type SmsOptions } from './sms-sender.ts';

interface ReceivedRequest {
  readonly line: string;
  readonly authorization: string | undefined;
  readonly form: Readonly<Record<string, string>>;
}

const message = { to: '+14155550101', text: '123456 is your code' };
let server: Server;
let received: ReceivedRequest[];
/** Status and body of every response; null for none. */
let reply: readonly [status: number, body: string] | null;

beforeEach(async () => {
  received = [];
  reply = [201, '{"sid":"SM1","status":"queued"}'];
  server = createServer(async (request, response) => {
    const body = (await request.setEncoding('utf8').toArray()).join('');
    received.push({
      line: `${request.method} ${request.url}`,
      authorization: request.headers.authorization,
      form: Object.fromEntries(new URLSearchParams(body)),
    });
    if (reply === null) return;
    response.writeHead(reply[0], { location: '/elsewhere' }).end(reply[1]);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

describe('the sender of text messages', () => {
  it('sends requests in Twilio’s format', async () => {
    await sender().send(message);
    expect(received).toEqual([
      {
        line: 'POST /2010-04-01/Accounts/AC1/Messages.json',
        authorization: `Basic ${Buffer.from('AC1:secret').toString('base64')}`,
        form: { To: message.to, From: '+15005550006', Body: message.text },
      },
    ]);
  });

  it('names a messaging service as one, and accepts a slash after the address', async () => {
    const from = `MG${'0'.repeat(32)}`;
    await sender({ from, baseUrl: `${address()}/` }).send(message);
    expect(received[0]?.line).toBe('POST /2010-04-01/Accounts/AC1/Messages.json');
    expect(received[0]?.form).toEqual({
      To: message.to,
      MessagingServiceSid: from,
      Body: message.text,
    });
  });

  it('treats an error in the message as a permanent refusal', async () => {
    reply = [400, '{"code":21211,"message":"Invalid \'To\' Phone Number: +14155550101"}'];
    await expect(sender().send(message)).rejects.toEqual(new DeliveryRefused('Twilio code 21211'));
  });

  it.each([
    [401, '{"code":20003}', /401, code 20003/],
    [403, '{"code":20005}', /403, code 20005/],
    [404, '{"code":20404}', /404, code 20404/],
    [429, '{"code":20429,"message":"+14155550101"}', /429, code 20429/],
    [503, '<html>', /503, code null/],
    [500, 'null', /500, code null/],
    [302, '', /fetch failed/],
  ])('treats a response with status %i as a temporary error', async (status, body, words) => {
    reply = [status, body];
    const sent = sender().send(message);
    await expect(sent).rejects.not.toBeInstanceOf(DeliveryRefused);
    await expect(sent).rejects.toThrow(words);
    await expect(sent).rejects.not.toThrow(/\+1415|secret/);
    expect(received).toHaveLength(1);
  });

  it('waits no longer than configured', async () => {
    reply = null;
    await expect(sender({ timeoutMs: 100 }).send(message)).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });
});

function sender(more: Partial<SmsOptions> = {}) {
  return createTwilioSmsSender({
    baseUrl: address(),
    accountSid: 'AC1',
    authToken: 'secret',
    from: '+15005550006',
    timeoutMs: 2_000,
    ...more,
  });
}

function address(): string {
  const found = server.address();
  if (found === null || typeof found === 'string') throw new Error('Nobody listens.');
  return `http://127.0.0.1:${found.port}`;
}
