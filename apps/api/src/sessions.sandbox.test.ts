import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDeviceKey } from '../../../scripts/check-security/device-key.ts';
import { createPostgresKnownDevices } from './adapters/postgres/accounts/known-devices.ts';
import { createTestServer, type TestServer } from './server.test-setup.ts';
import {
  CHROME_ON_WINDOWS,
  createSessionCalls,
  LONDON,
  PASSWORD,
  type Pair,
  type SessionCalls,
} from './session-calls.test-setup.ts';

const MINUTE_MS = 60_000;
const firefoxOnLinux = 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0';
let server: TestServer;
let calls: SessionCalls;

beforeAll(async () => {
  server = await createTestServer();
  calls = createSessionCalls(server);
});
afterAll(() => server?.stop());
beforeEach(() => server.reset());

describe('the list of sessions (§2, §3)', () => {
  it('has the current one first, then the latest active, each with device, place and address', async () => {
    const old = await calls.signIn({ userAgent: firefoxOnLinux });
    server.later(1_000);
    await calls.signIn({ userAgent: 'curl/8.5', ip: '10.0.0.7' });
    server.later(1_000);
    const current = await calls.signIn({ userAgent: CHROME_ON_WINDOWS, ip: LONDON });
    server.later(40_000);
    await calls.use(old);
    const body = (await calls.list(current)).json();
    expect(body.data).toEqual({ sessions: body.sessions });
    expect(body.sessions).toMatchObject([
      {
        device: 'Chrome on Windows',
        userAgent: CHROME_ON_WINDOWS,
        isCurrent: true,
        location: { country: 'United Kingdom', city: null },
        ipAddress: LONDON,
      },
      { device: 'Firefox on Linux', isCurrent: false, location: { country: null, city: null } },
      { device: 'Unknown device', isCurrent: false, ipAddress: '10.0.0.7' },
    ]);
    for (const session of body.sessions) {
      expect(session._id).toBe(session.id);
      expect(Date.parse(session.lastActiveAt)).toBeGreaterThanOrEqual(
        Date.parse(session.createdAt),
      );
    }
  });

  it('leaves out expired sessions, before anyone has swept them away', async () => {
    await calls.signIn();
    server.later(31 * MINUTE_MS);
    const current = await calls.signIn();
    expect((await calls.list(current)).json().sessions).toHaveLength(1);
    expect(await server.count('sessions')).toBe(2);
  });

  it('keeps at most 256 characters of a user agent, as text', async () => {
    const current = await calls.signIn({ userAgent: `<b>${'x'.repeat(500)}` });
    const [session] = (await calls.list(current)).json().sessions;
    expect(session.userAgent).toHaveLength(256);
    expect(session.device).toBe('Unknown device');
  });
});

describe('the end of a session', () => {
  it.each(['terminate-session', 'revoke-session'])('is immediate with %s', async (call) => {
    const other = await calls.signIn();
    const current = await calls.signIn();
    const id = await calls.otherId(current);
    const response = await calls.remove(`/api/auth/${call}/${id}`, current);
    expect(response.json()).toEqual({ success: true, sessionId: id });
    expect(await calls.countWrapsOf(id)).toBe(0);
    expect(await calls.use(other)).toBe(401);
    expect((await calls.refresh(other)).statusCode).toBe(401);
    expect(await calls.use(current)).toBe(200);
    expect((await calls.remove(`/api/auth/${call}/${id}`, current)).json().code).toBe(
      'unknown-session',
    );
    expect(await calls.audited('session-terminated')).toBe(1);
  });

  it('may be that of the requesting session: a sign-out', async () => {
    const current = await calls.signIn();
    const [{ id }] = (await calls.list(current)).json().sessions;
    expect((await calls.remove(`/api/auth/terminate-session/${id}`, current)).statusCode).toBe(200);
    expect(await calls.use(current)).toBe(401);
  });

  it('applies to all but the requesting session', async () => {
    const others = [await calls.signIn(), await calls.signIn(), await calls.signIn()];
    const current = await calls.signIn();
    const response = await calls.remove('/api/auth/terminate-other-sessions', current);
    expect(response.json()).toEqual({
      success: true,
      message: 'All other sessions have been terminated successfully!',
      terminated: 3,
    });
    for (const other of others) expect(await calls.use(other)).toBe(401);
    expect(await calls.use(current)).toBe(200);
    expect(await calls.audited('other-sessions-terminated')).toBe(1);
  });

  it.each([
    'not-a-uuid',
    '%00',
    "1'or'1'='1",
    '00000000-0000-4000-8000-000000000000',
    'a'.repeat(65),
    '{}',
  ])('never follows from an id like %s', async (id) => {
    const current = await calls.signIn();
    const response = await calls.remove(
      `/api/auth/terminate-session/${encodeURIComponent(id)}`,
      current,
    );
    expect([400, 404]).toContain(response.statusCode);
    expect(await server.count('sessions')).toBe(1);
  });

  it('is the owner’s alone: someone else’s id counts as unknown', async () => {
    const alice = await calls.signIn();
    const [{ id }] = (await calls.list(alice)).json().sessions;
    const bob = await calls.signInAsBob();
    for (const call of ['terminate-session', 'revoke-session']) {
      const foreign = await calls.remove(`/api/auth/${call}/${id}`, bob);
      const none = await calls.remove(`/api/auth/${call}/${randomUUID()}`, bob);
      expect(foreign.statusCode).toBe(404);
      expect(foreign.body).toBe(none.body);
    }
    expect((await calls.list(bob)).body).not.toContain(id);
    expect((await calls.remove('/api/auth/terminate-other-sessions', bob)).json().terminated).toBe(
      0,
    );
    expect(await calls.use(alice)).toBe(200);
  });

  it.each([
    ['termination', (other: Pair, current: Pair) => calls.terminateOther(other, current)],
    ['sign-out', (other: Pair) => calls.get('/api/auth/logout', other)],
    [
      'termination of all others',
      (_other: Pair, current: Pair) => calls.remove('/api/auth/terminate-other-sessions', current),
    ],
    ['a new password', (_other: Pair, current: Pair) => calls.changePassword(current)],
  ])('lets none of 1,000 uses through after %s', async (_name, end) => {
    const other = await calls.signIn();
    const current = await calls.signIn();
    // Uses that are running while it ends may see it either way.
    const inProgress = Array.from({ length: 100 }, () => calls.use(other));
    expect((await end(other, current)).statusCode).toBe(200);
    const after = await Promise.all(Array.from({ length: 1_000 }, () => calls.use(other)));
    expect(after.filter((status) => status !== 401)).toEqual([]);
    await Promise.all(inProgress);
    expect((await calls.refresh(other)).statusCode).toBe(401);
  });
});

describe('refresh', () => {
  it('ends the session when the first of three tokens comes back, and notifies its owner', async () => {
    const first = await calls.signIn();
    const second: Pair = (await calls.refresh(first)).json();
    const third: Pair = (await calls.refresh(second)).json();
    expect(await calls.use(third)).toBe(200);
    expect((await calls.refresh(first)).statusCode).toBe(401);
    for (const pair of [first, second, third]) {
      expect(await calls.use(pair)).toBe(401);
      expect((await calls.refresh(pair)).statusCode).toBe(401);
    }
    expect(await calls.audited('refresh-reused')).toBe(1);
    expect(await calls.notices('session-reused')).toMatchObject([
      { channel: 'email', recipient: server.user.email, content: { name: 'Alice Moreau' } },
    ]);
  });

  it('ends the session for a grandparent even inside the half minute', async () => {
    const first = await calls.signIn();
    const second: Pair = (await calls.refresh(first)).json();
    await calls.refresh(second);
    server.later(5_000);
    expect((await calls.refresh(first)).statusCode).toBe(401);
    expect(await server.count('sessions')).toBe(0);
  });

  it('exchanges at most 30 tokens of a session in a minute, and a refused one is not used up', async () => {
    let pair = await calls.signIn();
    for (let i = 0; i < 30; i += 1) {
      server.later(500);
      pair = (await calls.refresh(pair)).json();
    }
    const refused = await calls.refresh(pair);
    expect(refused.statusCode).toBe(429);
    const { code, retryAfter } = refused.json();
    expect(code).toBe('too-many-requests');
    expect(refused.headers['retry-after']).toBe(String(retryAfter));
    server.later((retryAfter - 1) * 1_000);
    expect((await calls.refresh(pair)).statusCode).toBe(429);
    server.later(1_000);
    expect((await calls.refresh(pair)).statusCode).toBe(200);
  });

  it('is allowed at most 150 times in five minutes from one address, whichever user it is', async () => {
    const pair = await calls.signIn();
    const stranger = '203.0.113.200';
    const made = `kxr_${'A'.repeat(43)}`;
    // A string that is no token by its checksum is refused without being counted.
    for (let i = 0; i < 200; i += 1) {
      expect(
        (await calls.refresh({ ...pair, refresh_token: `${made}AAAAAA` }, { ip: stranger }))
          .statusCode,
      ).toBe(401);
    }
    const old: Pair = pair;
    const next: Pair = (await calls.refresh(old, { ip: stranger })).json();
    // Forty at a time: a busy machine has all of them pass the database within its time limit.
    const repeats: Awaited<ReturnType<typeof calls.refresh>>[] = [];
    for (let i = 0; i < 4; i += 1) {
      const together = Array.from({ length: 40 }, () => calls.refresh(old, { ip: stranger }));
      repeats.push(...(await Promise.all(together)));
    }
    const passed = repeats.filter(({ statusCode }) => statusCode === 200);
    expect(passed).toHaveLength(149);
    expect(passed.every((response) => response.json().refresh_token === next.refresh_token)).toBe(
      true,
    );
    expect(repeats.find(({ statusCode }) => statusCode === 429)?.json().retryAfter).toBe(300);
    expect((await calls.refresh(next, { ip: LONDON })).statusCode).toBe(200);
  });
});

describe('idle and absolute end', () => {
  it('is at 30 minutes: 29 are fine, although 31 with a polling page are not', async () => {
    const pair = await calls.refreshedUntil(await calls.signIn(), 29);
    expect(await calls.use(pair, { 'x-background': '1' })).toBe(200);
    server.later(2 * MINUTE_MS);
    expect(await calls.use(pair, { 'x-background': '1' })).toBe(401);
    expect((await calls.refresh(pair)).statusCode).toBe(401);
  });
});

describe('a device', () => {
  it('is announced when it is new, and only then', async () => {
    await calls.signIn({ userAgent: CHROME_ON_WINDOWS, ip: LONDON });
    await server.database.pool.query('truncate outbox');
    await calls.signIn({ userAgent: CHROME_ON_WINDOWS, ip: LONDON });
    expect(await calls.notices('new-device')).toEqual([]);
    await calls.signIn({ userAgent: firefoxOnLinux, ip: LONDON });
    await calls.signIn({ userAgent: firefoxOnLinux, ip: LONDON });
    expect(await calls.notices('new-device')).toMatchObject([
      {
        channel: 'email',
        recipient: server.user.email,
        content: { device: 'Firefox on Linux', place: 'United Kingdom', ip: LONDON },
      },
    ]);
    await calls.signIn({ userAgent: firefoxOnLinux, ip: '8.8.8.8' });
    expect(await calls.notices('new-device')).toHaveLength(2);
  });

  it('with a key is distinguished by it alone, from others with the same name too', async () => {
    const [device, other] = [createDeviceKey(), createDeviceKey()];
    const known = createPostgresKnownDevices(server.database, server);
    const { id: userId } = (await calls.login({ password: PASSWORD, device })).json().user;
    const seen = (await calls.notices('new-device')).length;
    await calls.signIn({ device, userAgent: firefoxOnLinux, ip: LONDON });
    expect(await calls.notices('new-device')).toHaveLength(seen);
    expect(await known.isKnown(userId, device.thumbprint)).toBe(true);
    expect(await known.isKnown(userId, other.thumbprint)).toBe(false);
    expect(await known.isKnown(randomUUID(), device.thumbprint)).toBe(false);
    await calls.signIn({ device: other });
    expect(await calls.notices('new-device')).toHaveLength(seen + 1);
    expect(await known.isKnown(userId, other.thumbprint)).toBe(true);
  });

  it('that something else wrote into the database is not known', async () => {
    const device = createDeviceKey();
    const known = createPostgresKnownDevices(server.database, server);
    const { id: userId } = (await calls.login({ password: PASSWORD, device })).json().user;
    const forged = createDeviceKey().thumbprint;
    await server.database.pool.query(
      `insert into known_devices select user_id, $1, first_seen_at, last_seen_at, seal from known_devices
       where device = $2`,
      [`key ${forged}`, `key ${device.thumbprint}`],
    );
    expect(await known.isKnown(userId, forged)).toBe(false);
    expect(await known.isKnown(userId, device.thumbprint)).toBe(true);
  });

  it('with a proof of another body is refused, whatever its password', async () => {
    const device = createDeviceKey();
    const prove = (body: string) =>
      device.prove({ method: 'POST', url: '/api/auth/login', body, at: server.now() });
    const payload = JSON.stringify({ email: server.user.email, password: PASSWORD });
    const request = { method: 'POST', url: '/api/auth/login', payload } as const;
    const headers = { 'content-type': 'application/json' };
    const refused = await server.app.inject({
      ...request,
      headers: { ...headers, dpop: prove(`${payload} `) },
    });
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'device-proof-not-valid']);
    expect(await server.count('sessions')).toBe(0);
    const right = { ...headers, dpop: prove(payload) };
    expect((await server.app.inject({ ...request, headers: right })).statusCode).toBe(200);
  });

  it('is not remembered when the password was wrong', async () => {
    await calls.signIn({ userAgent: CHROME_ON_WINDOWS });
    await calls.login({ password: 'Wrong!Guess1', userAgent: firefoxOnLinux });
    expect(await server.count('known_devices')).toBe(1);
  });
});

describe('calls of other pages', () => {
  it.each([
    ['a form of another page', { origin: 'https://evil.example', type: 'text/plain' }, 403],
    ['a form without an origin', { origin: undefined, type: 'text/plain' }, 415],
    [
      'a form as forms send it',
      { origin: undefined, type: 'application/x-www-form-urlencoded' },
      415,
    ],
    ['an origin that hides itself', { origin: 'null', type: 'application/json' }, 403],
    ['another origin with JSON', { origin: 'https://evil.example', type: 'application/json' }, 403],
  ])('are refused: %s', async (_name, { origin, type }, status) => {
    const { email } = server.user;
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': type, ...(origin === undefined ? {} : { origin }) },
      payload: JSON.stringify({ email, password: PASSWORD }),
    });
    expect(response.statusCode).toBe(status);
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
    expect(await server.count('sessions')).toBe(0);
  });

  it('cannot sign anyone out: a picture has no bearer', async () => {
    const current = await calls.signIn();
    expect((await server.app.inject({ method: 'GET', url: '/api/auth/logout' })).statusCode).toBe(
      401,
    );
    expect(await calls.use(current)).toBe(200);
  });
});
