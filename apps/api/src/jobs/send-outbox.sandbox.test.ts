import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningMessages, startMessages } from '#sandbox/messages/start-messages';
import { findFreePort } from '#testing/free-port';
import { readTranslators } from '../adapters/catalogues/translators.ts';
import { createCodeSecrets } from '../adapters/key-vault/code-secrets.ts';
import { createPostgresAttemptLimits } from '../adapters/postgres/accounts/attempt-limits.ts';
import { createPostgresCodeOutbox } from '../adapters/postgres/accounts/code-outbox.ts';
import { createPostgresOutbox } from '../adapters/postgres/accounts/outbox.ts';
import { createDatabase, type Database } from '../adapters/postgres/connection/connect.ts';
import { createTestDatabase } from '../adapters/postgres/test-database.test-setup.ts';
import { createSmtpMailer } from '../adapters/smtp/mailer.ts';
import { createTwilioSmsSender } from '../adapters/twilio/sms-sender.ts';
import { createTextBudgets } from '../application/text-budgets.ts';
import { DeliveryRefused } from '../ports/mailer.ts';
import type { CodeOutbox, Notice, NoticeQueue, NoticeTopic, Outbox } from '../ports/outbox.ts';
import { type SendOutboxPorts, sendOutbox } from './send-outbox.ts';

interface Listed {
  readonly ID: string;
  readonly Subject: string;
  readonly To: readonly { readonly Address: string }[];
  readonly Tags: readonly string[];
}

const dataDir = mkdtempSync(join(tmpdir(), 'kax-outbox-'));
const codeSecrets = createCodeSecrets(randomBytes(32));
const CONTEXT = ['outbox code'];
let database: Database;
let messages: RunningMessages;
let now: Date;
let errors: string[];
let alarms: string[];
let ports: SendOutboxPorts & { readonly outbox: Outbox & CodeOutbox };

beforeAll(async () => {
  database = createDatabase(await createTestDatabase());
  messages = await start();
});
afterAll(async () => {
  await messages?.stop();
  await database?.close();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  now = new Date();
  errors = [];
  alarms = [];
  await database.pool.query('truncate outbox, rate_limits');
  await fetch(`${messages.url}/api/v1/messages`, { method: 'DELETE' });
  ports = {
    freezeLink: (userId) => `https://wallet.example/freeze/${userId}.token`,
    outbox: everything(),
    mailer: createSmtpMailer({
      url: messages.smtpUrl,
      from: 'Kax <no-reply@kax.test>',
      needsTls: false,
      timeoutMs: 60_000,
    }),
    sms: createTwilioSmsSender({ ...smsOptions(), timeoutMs: 60_000 }),
    openCode: ({ secret }) => secret && codeSecrets.open(secret, CONTEXT),
    openLink: () => null,
    isStillDue: async () => true,
    textBudgets: budgetsOf(100),
    host: 'wallet.example',
    smsCountries: [],
    translatorOf: readTranslators(),
    clock: { now: () => now, sleep: async () => {} },
    report: ({ message, cause }) => errors.push(`${message} ${String(cause)}`),
  };
});

function budgetsOf(each: number) {
  const sizes = { notices: each, resets: each, registrations: each, claims: each };
  return createTextBudgets(createPostgresAttemptLimits(database), sizes, (alarm) =>
    alarms.push(alarm),
  );
}

describe('the outbox', () => {
  it('sends a mail and a text message, each with its own code, and forgets the codes', async () => {
    await ports.outbox.take(now, 1, 1);
    await add([
      notice({
        channel: 'email',
        recipient: 'alice@kax.test',
        secret: codeSecrets.seal('123456', CONTEXT),
      }),
      notice({
        channel: 'sms',
        recipient: '+14155550101',
        secret: codeSecrets.seal('654321', CONTEXT),
      }),
    ]);
    expect(JSON.stringify((await rows()).map(({ secret }) => secret))).not.toContain('123456');
    await sendOutbox(ports);
    expect(errors).toEqual([]);
    const [mail] = await find('to:alice@kax.test');
    const [sms] = await find('tag:sms');
    expect(mail?.Subject).toBe('Your Kax email code');
    expect(await textOf(mail)).toMatch(/^Hello,\n.*^123456$/ms);
    expect(sms?.To[0]?.Address).toBe('+14155550101');
    expect(await textOf(sms)).toMatch(/^654321 is .*@wallet\.example #654321$/s);
    expect(await rows()).toMatchObject([
      { secret: null, sent_at: now },
      { secret: null, sent_at: now },
    ]);
    await sendOutbox(ports);
    expect(await find('')).toHaveLength(2);
  });

  it('offers to freeze the account in emails about its security, and in no others', async () => {
    const userId = randomUUID();
    const at = now.toISOString();
    const about = (topic: NoticeTopic, more = {}) =>
      notice({ topic, userId, recipient: `${topic}@kax.test`, content: { at }, ...more });
    await add([
      about('password-reset'),
      about('limit-raised'),
      about('factor-added'),
      about('recovery-code-used'),
      about('contact-change-confirmed'),
      about('operation-confirmed'),
      about('account-frozen'),
      about('password-changed', { userId: null }),
    ]);
    await sendOutbox(ports);
    const link = `If this wasn’t you, freeze your account: https://wallet.example/freeze/${userId}.token`;
    const security = ['factor-added', 'recovery-code-used', 'contact-change-confirmed'];
    for (const topic of ['password-reset', 'limit-raised', ...security]) {
      expect(await textOf((await find(`to:${topic}@kax.test`))[0])).toContain(link);
    }
    for (const topic of ['operation-confirmed', 'account-frozen', 'password-changed']) {
      expect(await textOf((await find(`to:${topic}@kax.test`))[0])).not.toContain('/freeze/');
    }
    const stored = JSON.stringify(await rows());
    expect(stored).not.toContain('.token');
  });

  it('sends a notice without what leads to another host, however it came into it', async () => {
    const link = 'https://evil.example/dashboard';
    const device = 'Kax Bank at evil.example';
    const at = now.toISOString();
    await add([
      notice({ topic: 'operation-confirmed', content: { link, name: 'https://evil.example' } }),
      notice({ topic: 'new-device', content: { device, at, ip: '192.0.2.1', name: 'Ann' } }),
    ]);
    await sendOutbox(ports);
    expect(errors).toEqual([]);
    const mails = (await Promise.all((await find('')).map(textOf))).join('\n');
    expect(mails).toMatch(/^Hello,\n\nA payment you made is final/m);
    expect(mails).toMatch(/^Hello Ann,\n\nSomeone signed in.*192\.0\.2\.1/m);
    expect(mails).not.toContain('evil');
  });

  it('gives each notice to one of many senders', async () => {
    await add(Array.from({ length: 60 }, () => notice({ topic: 'account-exists' })));
    await Promise.all([sendOutbox(ports), sendOutbox(ports), sendOutbox(ports)]);
    expect(await find('')).toHaveLength(50);
    const { rows: left } = await database.pool.query('select 1 from outbox where sent_at is null');
    expect(left).toHaveLength(0);
    const count = (await (await fetch(`${messages.url}/api/v1/messages`)).json()) as {
      total: number;
    };
    expect(count.total).toBe(60);
  });

  it('retries later what could not be sent, and after a lease that was never returned', async () => {
    await add([notice({ topic: 'account-exists' })]);
    await sendOutbox({ ...ports, mailer: createSmtpMailer(unknownUser()) });
    expect(errors[0]).toContain('A notice could not be sent yet.');
    expect(await find('')).toHaveLength(0);
    await sendOutbox(ports);
    expect(await find('')).toHaveLength(0);
    now = new Date(now.getTime() + 2_000);
    const [taken] = await ports.outbox.take(now, 10, 60_000);
    expect(taken?.attempts).toBe(1);
    now = new Date(now.getTime() + 60_000);
    await sendOutbox(ports);
    expect(await find('')).toHaveLength(1);
  });

  it('drops an expired code, and gives up what is permanently refused', async () => {
    await add([
      notice({
        expiresAt: new Date(now.getTime() - 1),
        secret: codeSecrets.seal('123456', CONTEXT),
      }),
      notice({ channel: 'sms', recipient: '+1415', topic: 'password-reset' }),
    ]);
    await sendOutbox(ports);
    expect(await find('')).toHaveLength(0);
    expect(errors).toEqual([
      'A notice was given up. DeliveryRefused: The message was refused: Twilio code 21211',
    ]);
    expect(await rows()).toMatchObject([
      { secret: null, due_at: null },
      { secret: null, due_at: null },
    ]);
  });

  it('sends no more text messages than a day allows, and none to other countries', async () => {
    const sms = (recipient: string) =>
      notice({ channel: 'sms', recipient, topic: 'reset-codes', secret: sealedCode() });
    await add(['+14155550101', '+14155550102', '+351912345678'].map(sms));
    await sendOutbox({ ...ports, textBudgets: budgetsOf(1), smsCountries: ['+1'] });
    expect(await find('tag:sms')).toHaveLength(1);
    expect(errors.join()).toContain('the text messages of this day for resets are used up');
    expect(errors.join()).toContain('no text messages to this country');
    expect(errors.join()).not.toMatch(/\+1415|\+351/);
  });

  it('sends security notices and resets though registrations used up all that is theirs', async () => {
    const textBudgets = budgetsOf(2);
    const sms = (topic: NoticeTopic) =>
      notice({
        channel: 'sms',
        recipient: '+14155550101',
        topic,
        content: { at: now.toISOString() },
        secret: sealedCode(),
      });
    const flood = Array.from({ length: 5 }, () => sms('registration-codes'));
    await add([...flood, sms('account-exists'), sms('reset-codes'), sms('password-reset')]);
    await sendOutbox({ ...ports, textBudgets });
    const sent = await Promise.all((await find('tag:sms')).map(textOf));
    expect(sent.filter((text) => text?.includes('was reset'))).toHaveLength(1);
    expect(sent.filter((text) => text?.includes('for a new password'))).toHaveLength(1);
    expect(sent).toHaveLength(4);
    expect(errors.filter((error) => error.includes('for registrations are used up'))).toHaveLength(
      4,
    );
  });

  it('raises an alarm once a day when half and when nine tenths of a budget are used', async () => {
    const textBudgets = budgetsOf(10);
    const half = '50 % of the 10 text messages a day for notices are used.';
    const most = '90 % of the 10 text messages a day for notices are used.';
    const take = async (count: number) => {
      for (let each = 0; each < count; each += 1) await textBudgets.take('notices', now);
    };
    await take(4);
    expect(alarms).toEqual([]);
    await take(1);
    expect(alarms).toEqual([half]);
    await take(3);
    expect(alarms).toEqual([half]);
    await take(2);
    expect(alarms).toEqual([half, most]);
    expect(await textBudgets.take('notices', now)).toBe(false);
    now = new Date(now.getTime() + 86_400_000);
    await take(10);
    expect(alarms).toEqual([half, most, half, most]);
  });

  it('counts a text message once, however often it is tried', async () => {
    const textBudgets = budgetsOf(1);
    const secret = sealedCode();
    await add([
      notice({ channel: 'sms', recipient: '+14155550101', topic: 'reset-codes', secret }),
    ]);
    const nowhere = createTwilioSmsSender({
      ...smsOptions(),
      baseUrl: 'http://127.0.0.1:9',
      timeoutMs: 1_000,
    });
    await sendOutbox({ ...ports, textBudgets, sms: nowhere });
    now = new Date(now.getTime() + 2_000);
    await sendOutbox({ ...ports, textBudgets });
    expect(await find('tag:sms')).toHaveLength(1);
    expect(errors).toHaveLength(1);
  });

  it('sends the others when one could not be marked, and resends that one', async () => {
    await add([notice({ topic: 'account-exists' }), notice({ topic: 'password-changed' })]);
    const [first] = await rows();
    const { outbox } = ports;
    const forgetful = {
      ...outbox,
      markSent: (id: string, at: Date) =>
        id === String(first.id)
          ? Promise.reject(new Error('No database.'))
          : outbox.markSent(id, at),
    };
    await expect(sendOutbox({ ...ports, outbox: forgetful })).rejects.toThrow('No database.');
    expect(await rows()).toMatchObject([{ sent_at: null }, { sent_at: now }]);
    now = new Date(now.getTime() + 60_000);
    await sendOutbox(ports);
    expect(await find('')).toHaveLength(3);
  });

  it('deletes what ended long ago, forgets expired codes, and keeps what is to be sent', async () => {
    const expiresAt = new Date(now.getTime() + 600_000);
    await add([notice({ topic: 'account-exists' })]);
    await sendOutbox(ports);
    await add([
      notice({ topic: 'account-exists' }),
      notice({ secret: codeSecrets.seal('123456', CONTEXT), expiresAt }),
    ]);
    const later = new Date(expiresAt.getTime() + 1);
    await ports.outbox.sweep(now);
    await ports.outbox.forgetSecrets(new Date(expiresAt.getTime() - 1));
    expect(await rows()).toMatchObject([{ sent_at: now }, {}, { secret: expect.anything() }]);
    await ports.outbox.sweep(later);
    await ports.outbox.forgetSecrets(later);
    expect(await rows()).toMatchObject([{ due_at: now }, { secret: null, due_at: now }]);
  });
});

it('an address cannot bring another header or another recipient along', async () => {
  const mail = { subject: 'Hello', text: 'Hi', html: '<p>Hi</p>' };
  const odd = 'a@kax.test\r\nBcc: b@kax.test';
  await expect(ports.mailer.send({ ...mail, to: odd })).rejects.toBeInstanceOf(DeliveryRefused);
  await ports.mailer.send({ ...mail, to: 'a@kax.test, b@kax.test' }).catch(() => {});
  expect(await find('to:b@kax.test')).toHaveLength(0);
});

it('what was sent is still there after a restart', async () => {
  await add([notice({ topic: 'account-exists' })]);
  await sendOutbox(ports);
  await messages.stop();
  messages = await start();
  expect(await find('to:alice@kax.test')).toHaveLength(1);
});

it('the text message service checks who sends', async () => {
  const stranger = createTwilioSmsSender({ ...smsOptions(), authToken: 'x', timeoutMs: 5_000 });
  await expect(stranger.send({ to: '+14155550101', text: 'Hi' })).rejects.toThrow('code 20003');
});

it('the page and its API respond to this machine’s own names only', async () => {
  const page = await fetch(`${messages.url}/`);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(await page.text()).toContain('<h1>Messages</h1>');
  const { request } = await import('node:http');
  const status = await new Promise((done) => {
    request(`${messages.url}/api/v1/messages`, { headers: { host: 'evil.test' } }, (response) =>
      done(response.statusCode),
    ).end();
  });
  expect(status).toBe(403);
});

async function start(): Promise<RunningMessages> {
  return startMessages({
    port: await findFreePort(),
    smtpPort: await findFreePort(),
    dataDir,
  });
}

function smsOptions() {
  return { baseUrl: messages.url, from: '+15005550006', ...messages.twilio };
}

function unknownUser() {
  return {
    url: 'smtp://127.0.0.1:9',
    from: 'Kax <no-reply@kax.test>',
    needsTls: false,
    timeoutMs: 1_000,
  };
}

/** What two processes send, each its part. */
function everything(): Outbox & CodeOutbox {
  const codes = createPostgresCodeOutbox(database);
  const notices = createPostgresOutbox(database);
  const queueById = new Map<string, NoticeQueue>();
  const queueOf = (id: string) => queueById.get(id) ?? notices;
  return {
    ...notices,
    ...codes,
    async take(at, most, leaseMs) {
      const [ofCodes, others] = [
        await codes.take(at, most, leaseMs),
        await notices.take(at, most, leaseMs),
      ];
      for (const { id } of ofCodes) queueById.set(id, codes);
      return [...ofCodes, ...others];
    },
    markSent: (id, at) => queueOf(id).markSent(id, at),
    markFailed: (id, retryAt) => queueOf(id).markFailed(id, retryAt),
  };
}

function notice(more: Partial<Notice>): Notice {
  return {
    topic: 'registration-codes',
    channel: 'email',
    recipient: 'alice@kax.test',
    userId: null,
    content: { name: 'Alice', ip: '198.51.100.7', at: '2026-11-21T14:05:00Z' },
    secret: null,
    expiresAt: null,
    ...more,
  };
}

function sealedCode(): Uint8Array {
  return codeSecrets.seal('654321', CONTEXT);
}

function add(notices: readonly Notice[]): Promise<void> {
  return createPostgresOutbox(database).add(notices, now);
}

async function rows() {
  const { rows: found } = await database.pool.query(
    'select id, secret, sent_at, due_at from outbox order by id',
  );
  return found;
}

async function find(query: string): Promise<readonly Listed[]> {
  const response = await fetch(`${messages.url}/api/v1/search?query=${encodeURIComponent(query)}`);
  return ((await response.json()) as { messages: readonly Listed[] }).messages;
}

async function textOf(message: Listed | undefined): Promise<string> {
  const response = await fetch(`${messages.url}/api/v1/message/${message?.ID}`);
  return ((await response.json()) as { Text: string }).Text;
}
