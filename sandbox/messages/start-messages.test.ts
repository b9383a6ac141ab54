import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFreePorts } from '../processes/find-free-ports.ts';
import { type RunningMessages, startMessages } from './start-messages.ts';

interface Listed {
  readonly ID: string;
  readonly Subject: string;
  readonly To: readonly { readonly Address: string }[];
  readonly Bcc: readonly { readonly Address: string }[];
  readonly Tags: readonly string[];
  readonly Snippet: string;
}

let dataDir: string;
let messages: RunningMessages;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kax-messages-'));
  messages = await start();
});
afterEach(async () => {
  await messages.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('the mail server', () => {
  it('keeps an email as its reader would see it', async () => {
    await sendMail({
      to: '"Älice, the first" <alice@kax.test>',
      bcc: 'bob@kax.test',
      subject: '😀',
    });
    const [mail] = await find('');
    expect(mail).toMatchObject({
      Subject: '😀',
      To: [{ Name: 'Älice, the first', Address: 'alice@kax.test' }],
      Bcc: [{ Address: 'bob@kax.test' }],
      Tags: [],
      Snippet: 'Your code 123456',
    });
    const whole = await read(`/api/v1/message/${mail?.ID}`);
    expect(whole).toMatchObject({
      Text: 'Your code\n123456\n',
      HTML: '<b onclick="x()">123456</b>\n',
    });
    expect(await read('/api/v1/message/latest')).toEqual(whole);
  });

  it('shows a rendered email, and does not let it run anything', async () => {
    await sendMail({ to: 'alice@kax.test' });
    const [mail] = await find('');
    const view = await fetch(`${messages.url}/view/${mail?.ID}.html`);
    expect(await view.text()).toContain('<b onclick');
    expect(view.headers.get('content-security-policy')).toMatch(/default-src 'none'.* sandbox;/);
  });

  it('stops although a client is still connected', async () => {
    const socket = connect(Number(new URL(messages.smtpUrl).port), '127.0.0.1');
    await new Promise((greeted) => socket.once('data', greeted));
    socket.on('error', () => undefined);
    const begin = performance.now();
    await messages.stop();
    expect(performance.now() - begin).toBeLessThan(5_000);
    socket.destroy();
    messages = await start();
  });
});

describe('the text message service', () => {
  it('accepts a message, and later reports its status', async () => {
    const sent = await text({ To: '+14155550101', From: '+15005550006', Body: '123456' });
    expect(sent.status).toBe(201);
    const { sid, uri, ...others } = (await sent.json()) as Record<string, unknown>;
    expect(sid).toMatch(/^SM[0-9a-f]{32}$/);
    expect(others).toMatchObject({ status: 'queued', to: '+14155550101', body: '123456' });
    const later = await fetch(`${messages.url}${uri}`, { headers: authorization() });
    expect(await later.json()).toMatchObject({ sid, status: 'delivered' });
    expect(await find('tag:sms')).toMatchObject([{ To: [{ Address: '+14155550101' }] }]);
  });

  it.each([
    ['a number that is too short', { To: '+1415' }, 21211],
    ['a number without a country', { To: '4155550101' }, 21211],
    ['an invalid sender', { From: 'Kax' }, 21212],
    ['an empty text', { Body: '' }, 21602],
    ['a text that is too long', { Body: 'x'.repeat(1_601) }, 21617],
  ])('refuses %s', async (_, change, code) => {
    const form = { To: '+14155550101', From: '+15005550006', Body: 'Hi', ...change };
    const response = await text(form);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code,
      status: 400,
      more_info: expect.any(String),
    });
    expect(await find('')).toEqual([]);
  });

  it('checks the credentials, the account and the size of a request', async () => {
    const form = { To: '+14155550101', From: '+15005550006', Body: 'Hi' };
    expect((await text(form, { authorization: 'Basic eA==' })).status).toBe(401);
    const strange = messages.url.concat('/2010-04-01/Accounts/AC1/Messages.json');
    const init = { method: 'POST', headers: authorization() };
    expect((await fetch(strange, init)).status).toBe(404);
    expect((await text({ ...form, Body: 'x'.repeat(70_000) })).status).toBe(413);
    expect(await find('')).toEqual([]);
  });
});

describe('the list', () => {
  it('finds messages by recipient, sender, subject, tag and words', async () => {
    await sendMail({ to: 'alice@kax.test', subject: 'Your Kax e-mail code' });
    await sendMail({ to: 'bob@kax.test', subject: 'Hello' });
    await text({ To: '+14155550101', From: '+15005550006', Body: '654321 is your code' });
    const subjects = async (query: string) => (await find(query)).map(({ Subject }) => Subject);
    expect(await subjects('to:ALICE@kax.test')).toEqual(['Your Kax e-mail code']);
    expect(await subjects('to:"+14155550101"')).toEqual(['Text message']);
    expect(await subjects('subject:"Kax e-mail"')).toEqual(['Your Kax e-mail code']);
    expect(await subjects('tag:sms')).toEqual(['Text message']);
    expect(await subjects('from:no-reply to:bob')).toEqual(['Hello']);
    expect(await subjects('654321')).toEqual(['Text message']);
    expect(await subjects('to:nobody')).toEqual([]);
    expect(await read('/api/v1/messages?limit=1&start=1')).toMatchObject({
      total: 3,
      count: 1,
      start: 1,
      messages: [{ Subject: 'Hello' }],
    });
  });

  it('survives a restart, without the line truncated by a crash', async () => {
    await sendMail({ to: 'alice@kax.test', subject: 'First' });
    await messages.stop();
    await appendFile(join(dataDir, 'sandbox', 'messages.jsonl'), '{"ID":"x","Sub');
    messages = await start();
    await sendMail({ to: 'alice@kax.test', subject: 'Second' });
    await messages.stop();
    messages = await start();
    expect((await find('')).map(({ Subject }) => Subject)).toEqual(['Second', 'First']);
  });

  it('keeps the newest 500 in memory and on disk', async () => {
    const form = { To: '+14155550101', From: '+15005550006' };
    for (let count = 1; count <= 1_003; count += 1) await text({ ...form, Body: `Body ${count}` });
    expect((await find('', 500)).map(({ Snippet }) => Snippet)).toEqual(
      Array.from({ length: 500 }, (_, index) => `Body ${1_003 - index}`),
    );
    const file = await readFile(join(dataDir, 'sandbox', 'messages.jsonl'), 'utf8');
    expect(file.split('\n').length).toBeLessThan(1_000);
  });

  it('removes the named messages, or all', async () => {
    for (const subject of ['One', 'Two', 'Three']) await sendMail({ to: 'a@kax.test', subject });
    const [, two] = await find('');
    expect(await remove({ IDs: [two?.ID] })).toBe(200);
    expect((await find('')).map(({ Subject }) => Subject)).toEqual(['Three', 'One']);
    expect(await remove({ IDs: 'all' })).toBe(400);
    expect(await find('')).toHaveLength(2);
    expect(await remove()).toBe(200);
    expect(await find('')).toEqual([]);
  });

  it.each([
    ['another name of this machine', '/', 'evil.test', 403],
    ['an empty path', '//', 'localhost', 404],
    ['a file outside the page folder', '/../message-store.ts', 'localhost', 404],
    ['a property of every object', '/constructor', 'localhost', 404],
    ['an unknown message', '/api/v1/message/x', 'localhost', 404],
  ])('refuses %s', async (_, path, host, status) => {
    expect(await statusOf(path, host)).toBe(status);
  });
});

async function start(): Promise<RunningMessages> {
  const port = await findFreePorts(2);
  return startMessages({ port, smtpPort: port + 1, dataDir });
}

async function sendMail(more: { to: string; bcc?: string; subject?: string }): Promise<void> {
  await createTransport(messages.smtpUrl).sendMail({
    from: 'Kax <no-reply@kax.test>',
    subject: 'Hello',
    text: 'Your code\n123456',
    html: '<b onclick="x()">123456</b>',
    ...more,
  });
}

function text(form: Record<string, string>, headers = authorization()): Promise<Response> {
  const url = `${messages.url}/2010-04-01/Accounts/${messages.twilio.accountSid}/Messages.json`;
  return fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) });
}

function authorization(): { readonly authorization: string } {
  const { accountSid, authToken } = messages.twilio;
  const secret = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
  return { authorization: `Basic ${secret}` };
}

async function read(path: string): Promise<unknown> {
  return (await fetch(`${messages.url}${path}`)).json();
}

async function find(query: string, limit = 50): Promise<readonly Listed[]> {
  const path = `/api/v1/search?limit=${limit}&query=${encodeURIComponent(query)}`;
  return ((await read(path)) as { messages: readonly Listed[] }).messages;
}

async function remove(body?: object): Promise<number> {
  const init = { method: 'DELETE', ...(body && { body: JSON.stringify(body) }) };
  return (await fetch(`${messages.url}/api/v1/messages`, init)).status;
}

/** With a path and a host that `fetch` would not send. */
function statusOf(path: string, host: string): Promise<number | undefined> {
  const { port } = new URL(messages.url);
  return new Promise((done, reject) => {
    request({ port, path, headers: { host } }, (response) => {
      response.resume();
      done(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}
