import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IDLE_MS } from '#domain/session/session-limits';
import { createPushKey, readPushSigner } from './adapters/key-vault/push-keys.ts';
import { subscriptionContent } from './adapters/postgres/notifications/push-seals.ts';
import { vapidToken } from './adapters/web-push/vapid-token.ts';
import { sendPushes } from './jobs/send-pushes.ts';
import { markAll, type PushServer, startPushServer } from './push.test-setup.ts';

const SECOND_MS = 1_000;
const APART_MS = 10 * SECOND_MS;
let push: PushServer;

beforeAll(async () => {
  push = await startPushServer();
});
afterAll(() => push?.stop());
beforeEach(() => push.server.reset());

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await push.server.database.pool.query<Row>(text, values)).rows;
const isOn = async (token: string) => (await push.get('/auth/push', token)).json().data.isOn;
const countAt = async (endpoint: string) => (await push.messages(endpoint)).length;

describe('a browser', () => {
  it('learns the key to subscribe with, and gets messages from when it is turned on until it is turned off', async () => {
    const { access_token: token } = await push.server.signIn();
    const { publicKey } = push.signer;
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
    const state = async () => (await push.get('/auth/push', token)).json().data;
    expect(await state()).toEqual({ publicKey, isOn: false });
    const endpoint = await push.subscribe();
    const on = await push.post('/auth/push', token, { endpoint });
    expect(on.json()).toEqual({ data: { publicKey, isOn: true } });
    expect(await state()).toEqual({ publicKey, isOn: true });
    expect((await push.post('/auth/push/off', token, {})).json()).toEqual({
      data: { publicKey, isOn: false },
    });
    await markAll(push);
    await push.send();
    expect(await countAt(endpoint)).toBe(0);
  });

  it('gets a message without any content, from a sender that its maker verified', async () => {
    const { endpoint } = await push.turnOn();
    await markAll(push);
    await push.send();
    expect(await push.messages(endpoint)).toMatchObject([
      {
        ...{ bodyBytes: 0, topic: 'kax', urgency: 'high', ttl: '86400' },
        subject: 'mailto:operator@kax.test',
      },
    ]);
  });

  it('has one subscription: a new one takes its place', async () => {
    const { token, endpoint } = await push.turnOn();
    const second = await push.subscribe();
    await push.post('/auth/push', token, { endpoint: second });
    await markAll(push);
    await push.send();
    expect([await countAt(endpoint), await countAt(second)]).toEqual([0, 1]);
  });

  it('gets one message for any number of events, and the next one 10 seconds later at the earliest', async () => {
    const { endpoint } = await push.turnOn();
    for (let events = 0; events < 5; events += 1) await markAll(push);
    await Promise.all([push.send(), push.send(), push.send()]);
    expect(await countAt(endpoint)).toBe(1);
    await markAll(push);
    push.server.later(APART_MS - 1);
    await push.send();
    expect(await countAt(endpoint)).toBe(1);
    push.server.later(1);
    await push.send();
    push.server.later(APART_MS);
    await push.send();
    expect(await countAt(endpoint)).toBe(2);
  });
});

describe('a test message', () => {
  /** Requests one while a worker sends. */
  const test = async (token: string) => {
    let isDone = false;
    const requested = push.post('/auth/push/test', token, {}).then((response) => {
      isDone = true;
      return response;
    });
    while (!isDone) await push.send();
    return requested;
  };

  it('is sent immediately, and again', async () => {
    const { token, endpoint } = await push.turnOn();
    expect((await test(token)).json()).toEqual({ data: { isSent: true } });
    expect((await test(token)).json()).toEqual({ data: { isSent: true } });
    expect(await countAt(endpoint)).toBe(2);
  });

  it('says that the browser has to be turned on again when its maker no longer knows it', async () => {
    const { token, endpoint } = await push.turnOn();
    await push.behave(endpoint, 410);
    expect((await test(token)).json()).toEqual({ data: { isSent: false } });
    expect(await isOn(token)).toBe(false);
    expect((await test(token)).json().code).toBe('push-not-available');
  });

  it('is refused without a subscription, and after the tenth in an hour', async () => {
    const { access_token: other } = await push.server.signIn();
    expect((await test(other)).statusCode).toBe(409);
    const { token } = await push.turnOn();
    for (let tests = 0; tests < 10; tests += 1) expect((await test(token)).statusCode).toBe(200);
    expect((await test(token)).statusCode).toBe(429);
  });
});

describe('only services that are known are sent to', () => {
  it.each([
    'http://push.example/x',
    'https://push.example:8443/x',
    'https://push.example.evil.test/x',
    'https://evil.test/push.example',
    'https://user@push.example/x',
    'https://push.example@evil.test/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://10.0.0.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/x',
    'http://127.0.0.1:1/push/x',
    'https://push.example/x#y',
    'https://push.example/ x',
    'file:///etc/passwd',
    'not a URL',
    '',
    `https://push.example/${'x'.repeat(1_000)}`,
  ])('refuses %s', async (endpoint) => {
    const { access_token: token } = await push.server.signIn();
    const response = await push.post('/auth/push', token, { endpoint });
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
    expect(await isOn(token)).toBe(false);
  });

  it('accepts one that is known', async () => {
    const { access_token: token } = await push.server.signIn();
    const response = await push.post('/auth/push', token, {
      endpoint: 'https://push.example/a/b?c',
    });
    expect(response.json().data.isOn).toBe(true);
  });

  it('checks again before it sends: a subscription from before the list changed is deleted', async () => {
    const { token, endpoint } = await push.turnOn();
    await markAll(push);
    await push.send({ hosts: { names: ['push.example'], origins: [] } });
    expect(await countAt(endpoint)).toBe(0);
    expect(await isOn(token)).toBe(false);
  });

  it('sends nothing to where someone else wrote into the database', async () => {
    const { token } = await push.turnOn();
    const other = await push.subscribe();
    await query('update push_subscriptions set endpoint = $1', [other]);
    await markAll(push);
    await push.send();
    expect(await countAt(other)).toBe(0);
    expect(await isOn(token)).toBe(false);
    expect(push.server.unsealed()).toMatchObject([
      { message: 'A row of push_subscriptions does not have its seal.' },
    ]);
  });

  it('follows no redirect', async () => {
    const { endpoint } = await push.turnOn();
    const other = await push.subscribe();
    await push.behave(endpoint, 307, other);
    await markAll(push);
    await push.send();
    expect(await countAt(other)).toBe(0);
    const [row] = await query<{ failures: number }>('select failures from push_subscriptions');
    expect(row?.failures).toBe(1);
  });
});

describe('the stand-in refuses', () => {
  const send = (endpoint: string, token: string, key = push.signer.publicKey) =>
    fetch(endpoint, {
      method: 'POST',
      headers: { ttl: '60', authorization: `vapid t=${token}, k=${key}` },
    });
  const tokenFor = (more: { readonly endpoint?: string; readonly now?: Date } = {}) =>
    vapidToken({
      ...{ signer: push.signer, subject: 'mailto:operator@kax.test' },
      ...{ endpoint: `${push.origin}/push/x`, now: new Date(), ...more },
    });

  it('nothing that is right', async () => {
    expect((await send(await push.subscribe(), tokenFor())).status).toBe(201);
  });

  it.each([
    ['a token for another service', { endpoint: 'https://push.example/x' }],
    ['one that has expired', { now: new Date(Date.now() - 13 * 60 * 60_000) }],
    ['one that lasts too long', { now: new Date(Date.now() + 13 * 60 * 60_000) }],
  ])('%s', async (_name, more) => {
    expect((await send(await push.subscribe(), tokenFor(more))).status).toBe(403);
  });

  it('a token that was changed, one under another key, and none', async () => {
    const endpoint = await push.subscribe();
    const [head = '', , signature = ''] = tokenFor().split('.');
    const claims = { aud: push.origin, exp: Date.now() / 1_000 + 60, sub: 'mailto:a@b.test' };
    const changed = Buffer.from(JSON.stringify(claims)).toString('base64url');
    expect((await send(endpoint, `${head}.${changed}.${signature}`)).status).toBe(403);
    const folder = mkdtempSync(join(tmpdir(), 'kax-push-key-'));
    await createPushKey(folder);
    const other = await readPushSigner(folder);
    rmSync(folder, { recursive: true });
    expect((await send(endpoint, tokenFor(), other?.publicKey)).status).toBe(403);
    expect((await fetch(endpoint, { method: 'POST', headers: { ttl: '60' } })).status).toBe(403);
    expect(await countAt(endpoint)).toBe(0);
    if (other === null) throw new Error('There is no key.');
    const { endpoint: own } = await push.turnOn();
    await markAll(push);
    await push.send({ signer: other });
    expect(await countAt(own)).toBe(0);
  });
});

describe('a session that has ended gets no more', () => {
  it('when it signs out, or is terminated', async () => {
    const { token, endpoint } = await push.turnOn();
    expect((await push.get('/auth/logout', token)).statusCode).toBe(200);
    expect(await push.server.count('push_subscriptions')).toBe(0);
    const { endpoint: second } = await push.turnOn();
    const { access_token: current } = await push.server.signIn();
    await push.server.app.inject({
      method: 'DELETE',
      url: '/api/auth/terminate-other-sessions',
      headers: { authorization: `Bearer ${current}` },
    });
    expect(await push.server.count('push_subscriptions')).toBe(0);
    await markAll(push);
    await push.send();
    expect([await countAt(endpoint), await countAt(second)]).toEqual([0, 0]);
  });

  it('when it was idle for too long, although its row is still there', async () => {
    const { endpoint } = await push.turnOn();
    push.server.later(IDLE_MS);
    await markAll(push);
    await push.send();
    expect(await countAt(endpoint)).toBe(0);
  });

  it('when it reached its end', async () => {
    const { endpoint } = await push.turnOn();
    await query('update sessions set ends_at = $1', [push.server.now()]);
    await markAll(push);
    await push.send();
    expect(await countAt(endpoint)).toBe(0);
  });

  it('although someone puts its subscription back for another session', async () => {
    const { token, endpoint } = await push.turnOn();
    const [row] = await query<{ seal: Buffer }>('select seal from push_subscriptions');
    expect((await push.get('/auth/logout', token)).statusCode).toBe(200);
    await push.server.signIn();
    await query(
      `insert into push_subscriptions (session_id, user_id, endpoint, created_at, due_at, seal)
       select id, user_id, $1, now(), now() - interval '1 hour', $2 from sessions`,
      [endpoint, row?.seal],
    );
    await markAll(push);
    await push.send();
    expect(await countAt(endpoint)).toBe(0);
  });

  it('when another user signs in with the same browser: only they are woken up', async () => {
    const { token, endpoint } = await push.turnOn();
    const other = { ...push.server.user, email: `${randomUUID()}@kax.test`, phone: '+14155550777' };
    await push.server.createUser(other);
    const signedIn = await push.server.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: other.email, password: other.password },
    });
    await push.post('/auth/push', signedIn.json().access_token, { endpoint });
    expect(await isOn(token)).toBe(false);
    await query(
      `update push_subscriptions set pending_since = now(), marks = 1
       where user_id = (select id from users where email = $1)`,
      [push.server.user.email],
    );
    await push.send();
    expect(await countAt(endpoint)).toBe(0);
    await markAll(push);
    await push.send();
    expect(await countAt(endpoint)).toBe(1);
  });
});

describe('nothing is lost', () => {
  it('when a worker is killed while it sends: another one sends it after the lease', async () => {
    const { endpoint } = await push.turnOn();
    await markAll(push);
    const killed = push.sending();
    const limits = { now: push.server.now(), idleSince: new Date(0), most: 10 };
    expect(await killed.pushes.take(limits, 60_000)).toHaveLength(1);
    await push.send();
    expect(await countAt(endpoint)).toBe(0);
    push.server.later(60_000);
    await push.send();
    await push.send();
    expect(await countAt(endpoint)).toBe(1);
  });

  it('when something happens while the message is on its way', async () => {
    const { endpoint } = await push.turnOn();
    await markAll(push);
    const { pushes, pushSender, ...others } = push.sending();
    const slow = {
      ...{ ...others, pushes },
      pushSender: {
        send: async (to: string) => {
          const outcome = await pushSender.send(to);
          await markAll(push);
          return outcome;
        },
      },
    };
    await sendPushes(slow);
    push.server.later(APART_MS);
    await push.send();
    push.server.later(APART_MS);
    await push.send();
    expect(await countAt(endpoint)).toBe(2);
  });

  it.each([429, 500, 503, 403])(
    'when the service responds %i: it tries again, more and more rarely',
    async (status) => {
      const { endpoint } = await push.turnOn();
      await push.behave(endpoint, status);
      await markAll(push);
      const pauses: number[] = [];
      for (let tries = 0; tries < 4; tries += 1) {
        await push.send();
        const [row] = await query<{ due_at: Date }>('select due_at from push_subscriptions');
        pauses.push((row?.due_at.getTime() ?? 0) - push.server.now().getTime());
        push.server.later(pauses.at(-1) ?? 0);
      }
      expect(pauses).toEqual([10, 20, 40, 80].map((seconds) => seconds * SECOND_MS));
      await push.behave(endpoint, null);
      await push.send();
      expect(await countAt(endpoint)).toBe(1);
    },
  );

  it('but given up after a day', async () => {
    const { endpoint } = await push.turnOn();
    await markAll(push);
    await query("update push_subscriptions set pending_since = pending_since - interval '1 day'");
    await push.send();
    expect(await countAt(endpoint)).toBe(0);
    expect(
      await query('select 1 from push_subscriptions where pending_since is null'),
    ).toHaveLength(1);
  });

  it.each([404, 410])('and deleted after %i', async (status) => {
    const { token, endpoint } = await push.turnOn();
    await push.behave(endpoint, status);
    await markAll(push);
    await push.send();
    expect(await isOn(token)).toBe(false);
  });
});

it('a seal covers session, user and endpoint', () => {
  const { sharedSeals } = push.server;
  const own = { sessionId: randomUUID(), userId: randomUUID(), endpoint: 'https://push.example/x' };
  const seal = sharedSeals.seal(...subscriptionContent(own));
  for (const changed of [
    { ...own, sessionId: randomUUID() },
    { ...own, userId: randomUUID() },
    { ...own, endpoint: 'https://push.example/y' },
  ]) {
    expect(sharedSeals.isSealed(...subscriptionContent(changed), seal)).toBe(false);
  }
});

describe('the inbox', () => {
  const read = async (token: string) =>
    (await push.get('/auth/inbox', token)).json().data.readUntil;

  it('was read up to the latest moment that any device reported, and never up to a future one', async () => {
    const { access_token: token } = await push.server.signIn();
    const { access_token: other } = await push.server.signIn();
    expect(await read(token)).toBeNull();
    const now = push.server.now();
    const before = new Date(now.getTime() - 60_000).toISOString();
    const until = (moment: string) => push.post('/auth/inbox', token, { until: moment });
    expect((await until(before)).json().data.readUntil).toBe(before);
    expect(
      (await until(new Date(now.getTime() + 60_000).toISOString())).json().data.readUntil,
    ).toBe(now.toISOString());
    await until(before);
    expect(await read(other)).toBe(now.toISOString());
    await query("update inbox_reads set read_until = now() + interval '1 year'");
    expect(await read(token)).toBe(now.toISOString());
    expect((await until('yesterday')).statusCode).toBe(400);
  });
});

describe('choices', () => {
  const ALL = { inbox: true, push: true, email: true };
  const choose = (token: string, payload: object) =>
    push.post('/auth/notification-settings', token, payload);

  it('are all on at first, and each is changed alone', async () => {
    const { access_token: token } = await push.server.signIn();
    const settings = async () => (await push.get('/auth/notification-settings', token)).json().data;
    const all = { arrivals: ALL, payments: ALL, links: ALL };
    expect(await settings()).toEqual({ paymentMails: true, topics: all });
    const off = { topic: 'arrivals', channel: 'push', isWanted: false };
    await Promise.all([
      choose(token, off),
      choose(token, { topic: 'links', channel: 'inbox', isWanted: false }),
      choose(token, { paymentMails: false }),
    ]);
    const topics = {
      arrivals: { ...ALL, push: false },
      payments: { ...ALL, email: false },
      links: { ...ALL, inbox: false },
    };
    expect(await settings()).toEqual({ paymentMails: false, topics });
    const on = await choose(token, { ...off, isWanted: true });
    expect(on.json().data).toEqual({ paymentMails: false, topics: { ...topics, arrivals: ALL } });
  });

  it('of before there were topics turn off the emails of all of them', async () => {
    const { access_token: token } = await push.server.signIn();
    const [row] = await query<{ id: string }>('select id from users');
    const userId = row?.id ?? '';
    const changedAt = push.server.now();
    const counter = changedAt.getTime();
    const sealed = { table: 'notification_settings', id: userId, owner: userId, counter };
    await query(
      `insert into notification_settings (user_id, wants_payment_mails, changed_at, seal) values ($1, false, $2, $3)`,
      [userId, changedAt, push.server.sharedSeals.seal(sealed, ['no payment mails'])],
    );
    const off = { ...ALL, email: false };
    const settings = (await push.get('/auth/notification-settings', token)).json().data;
    expect(settings).toEqual({
      ...{ paymentMails: false, topics: { arrivals: off, payments: off, links: off } },
    });
    const changed = await choose(token, { topic: 'links', channel: 'email', isWanted: true });
    expect(changed.json().data.topics).toEqual({ arrivals: off, payments: off, links: ALL });
  });

  it.each([
    {},
    { topic: 'security', channel: 'email', isWanted: false },
    { topic: 'links', channel: 'sms', isWanted: false },
    { topic: 'links', channel: 'email', isWanted: 'no' },
    { topic: 'links', channel: 'email', isWanted: false, paymentMails: true },
  ])('%j is no choice', async (payload) => {
    const { access_token: token } = await push.server.signIn();
    expect((await choose(token, payload)).statusCode).toBe(400);
  });
});
