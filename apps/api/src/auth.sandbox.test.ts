import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from './adapters/postgres/connection/connect.ts';
import { createTestServer, type TestServer } from './server.test-setup.ts';

const MINUTE_MS = 60_000;
const password = 'Piggy!Bank7';
let server: TestServer;
let database: Database;
let app: FastifyInstance;
let email: string;
let phone: string;

beforeAll(async () => {
  server = await createTestServer();
  database = server.database;
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.reset();
  app = server.app;
  ({ email, phone } = server.user);
});

describe('sign-in (§2, §7)', () => {
  it('responds with user and tokens at the top level and under data', async () => {
    const response = await login({ email, password });
    expect(response.statusCode).toBe(200);
    const body = response.json();
    expect(body.data).toMatchObject({ user: body.user, token: body.access_token });
    expect(body.user).toMatchObject({ name: 'Alice Moreau', email, phone });
    expect(body.user.wallet.publicWalletAddress).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect(body.user.wallet.privateWalletAddress).toMatch(/^0zk1/);
  });

  it.each([
    ['an email in capitals', () => ({ email: email.toUpperCase() })],
    ['a phone in E.164', () => ({ phone })],
    ['a phone as users write it', () => ({ phone: `(415) 555-${phone.slice(-4)}` })],
  ])('takes %s', async (_name, account) => {
    expect((await login({ ...account(), password })).statusCode).toBe(200);
  });

  it('responds the same to a wrong password and to an unknown user', async () => {
    const wrong = await login({ email, password: 'Piggy!Bank8' });
    const unknown = await login({ email: 'stranger@kax.test', password });
    expect(wrong.statusCode).toBe(401);
    expect(wrong.json()).toEqual(unknown.json());
    expect(wrong.json().code).toBe('wrong-credentials');
  });

  it.each([
    'alice\u0000@kax.test',
    'alice\u200b@kax.test',
    'alice\ud800@kax.test',
    'ａlice@kax.test',
    'alice＠kax.test',
    'alice@@kax.test',
    "' or 1=1--@kax.test",
    '{{7*7}}',
  ])('responds the same to what only looks like an email: %j', async (odd) => {
    const response = await login({ email: odd, password });
    expect(response.statusCode).toBe(401);
    expect(response.json().code).toBe('wrong-credentials');
  });

  it.each(['+1415\u0000', '٤١٥٥٥٥٠١٠١', '+999999999999999', 'call me'])(
    'responds the same to what only looks like a phone: %j',
    async (odd) => {
      expect((await login({ phone: odd, password })).json().code).toBe('wrong-credentials');
    },
  );

  it('responds the same to a password of any characters', async () => {
    for (const odd of ['\u0000', '\ud800', '\u202e1', 'é'.normalize('NFD'), ' '.repeat(1024)]) {
      expect((await login({ email: `${randomUUID()}@kax.test`, password: odd })).statusCode).toBe(
        401,
      );
    }
  });

  it('makes a guesser wait, counting even simultaneous guesses', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 20 }, () => login({ email, password: 'Wrong!Guess1' })),
    );
    const judged = guesses.filter(({ statusCode }) => statusCode === 401);
    expect(judged).toHaveLength(5);
    expect(guesses.find(({ statusCode }) => statusCode === 429)?.json()).toMatchObject({
      code: 'too-many-requests',
      retryAfter: 1,
    });
    const elsewhere = await login({ email, password }, '203.0.113.9');
    expect(elsewhere.statusCode).toBe(200);
  });

  it.each(['Password1!', 'My!Kax-Harbor7'])(
    'lets a user in whose password would be refused as a new one: %s (§5)',
    async (password) => {
      const old = { name: 'Old User', email: `${randomUUID()}@kax.test`, phone: '+14155550199' };
      await server.createUser({ ...old, password });
      expect((await login({ email: old.email, password })).statusCode).toBe(200);
    },
  );

  it('does not count successes', async () => {
    for (let i = 0; i < 12; i += 1) expect((await login({ email, password })).statusCode).toBe(200);
  });

  it('ends the oldest session beyond twenty', async () => {
    const first = await signedIn();
    for (let i = 0; i < 20; i += 1) {
      later(1);
      await signedIn();
    }
    expect(await operationsStatus(first.access_token)).toBe(401);
  });
});

describe('a session (decision 0007)', () => {
  it('ends ten minutes of access with 401, and refresh gives a new pair', async () => {
    const first = await signedIn();
    expect(await operationsStatus(first.access_token)).toBe(200);
    later(10 * MINUTE_MS);
    expect(await operationsStatus(first.access_token)).toBe(401);
    const next = (await refresh(first.refresh_token)).json();
    expect(next.refresh_token).not.toBe(first.refresh_token);
    expect(await operationsStatus(next.access_token)).toBe(200);
  });

  it('lets a refresh end the previous access token', async () => {
    const first = await signedIn();
    await refresh(first.refresh_token);
    expect(await operationsStatus(first.access_token)).toBe(401);
  });

  it('gives tabs that race one pair', async () => {
    const first = await signedIn();
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => refresh(first.refresh_token)),
    );
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    expect(responses[0]?.statusCode).toBe(200);
  });

  it('without a device, gives the same pair again for half a minute when the response was lost', async () => {
    const first = await signedIn();
    const lost = (await refresh(first.refresh_token)).json();
    later(30_000);
    expect((await refresh(first.refresh_token)).json()).toEqual(lost);
    later(1);
    expect((await refresh(first.refresh_token)).statusCode).toBe(401);
  });

  it('is ended by an old refresh token: it was stolen', async () => {
    const first = await signedIn();
    const second = (await refresh(first.refresh_token)).json();
    const third = (await refresh(second.refresh_token)).json();
    expect((await refresh(first.refresh_token)).statusCode).toBe(401);
    expect(await operationsStatus(third.access_token)).toBe(401);
    expect((await refresh(third.refresh_token)).statusCode).toBe(401);
    const { rows } = await database.pool.query(
      "select 1 from audit_events where event = 'refresh-reused'",
    );
    expect(rows).toHaveLength(1);
  });

  it('is ended by the parent of a pair in use once half a minute is over', async () => {
    const first = await signedIn();
    const second = (await refresh(first.refresh_token)).json();
    await operationsStatus(second.access_token);
    later(31_000);
    expect((await refresh(first.refresh_token)).statusCode).toBe(401);
    expect(await operationsStatus(second.access_token)).toBe(401);
  });

  it('ends after 30 minutes without its user, although the page polls and refreshes', async () => {
    let { access_token, refresh_token } = await signedIn();
    for (let minutes = 0; minutes < 27; minutes += 9) {
      later(9 * MINUTE_MS);
      ({ access_token, refresh_token } = (await refresh(refresh_token)).json());
      expect(await operationsStatus(access_token, { 'x-background': '1' })).toBe(200);
    }
    later(3 * MINUTE_MS);
    expect(await operationsStatus(access_token, { 'x-background': '1' })).toBe(401);
    expect((await refresh(refresh_token)).statusCode).toBe(401);
  });

  it('continues for as long as its user is active', async () => {
    let { access_token, refresh_token } = await signedIn();
    for (let minutes = 0; minutes < 60; minutes += 9) {
      later(9 * MINUTE_MS);
      expect(await operationsStatus(access_token)).toBe(200);
      ({ access_token, refresh_token } = (await refresh(refresh_token)).json());
    }
  });

  it('without a device, ends after 2 hours whatever happens', async () => {
    let { access_token, refresh_token } = await signedIn();
    for (let minutes = 0; minutes < 2 * 60; minutes += 9) {
      expect(await operationsStatus(access_token)).toBe(200);
      later(9 * MINUTE_MS);
      if (minutes < 2 * 60 - 9) {
        ({ access_token, refresh_token } = (await refresh(refresh_token)).json());
      }
    }
    expect((await refresh(refresh_token)).statusCode).toBe(401);
  });

  it('is over immediately after sign-out', async () => {
    const { access_token, refresh_token } = await signedIn();
    const response = await get('/api/auth/logout', access_token);
    expect(response.json()).toEqual({ success: true });
    expect(await operationsStatus(access_token)).toBe(401);
    expect((await refresh(refresh_token)).statusCode).toBe(401);
    expect((await get('/api/auth/logout', access_token)).statusCode).toBe(401);
  });

  it('takes tokens only from the Authorization header', async () => {
    const { access_token: token } = await signedIn();
    const attempts = [
      { url: `/api/wallet/operations?access_token=${token}` },
      { url: '/api/wallet/operations', headers: { cookie: `access_token=${token}` } },
      { url: '/api/wallet/operations', headers: { authorization: `Basic ${token}` } },
      { url: '/api/wallet/operations', headers: { authorization: `Bearer ${token} ${token}` } },
      { url: '/api/wallet/operations', headers: { authorization: 'Bearer kxa_' } },
    ];
    for (const attempt of attempts) {
      expect((await app.inject({ method: 'GET', ...attempt })).statusCode).toBe(401);
    }
  });
});

it.each([
  '%00',
  'constructor',
  '__proto__',
  '..%2f..%2f',
  '1%20or%201=1',
  '-1',
  '1.5',
  'a'.repeat(200),
  '00000000-0000-4000-8000-000000000000',
])('knows no operation called %s', async (id) => {
  const { access_token } = await signedIn();
  const response = await get(`/api/wallet/operations/${id}`, access_token);
  expect(response.statusCode).toBe(404);
  expect(response.json().code).toBe('unknown-operation');
});

describe('what is stored', () => {
  it('and what is logged contains no password and no token, and its audit is a chain', async () => {
    const { access_token, refresh_token } = await signedIn();
    await refresh(refresh_token);
    const dump: string[] = [];
    const { rows: tables } = await database.pool.query<{ tablename: string }>(
      "select tablename from pg_tables where schemaname = 'public'",
    );
    for (const { tablename } of tables) {
      const { rows } = await database.pool.query(`select t::text from ${tablename} t`);
      dump.push(...rows.map(({ t }) => String(t)));
    }
    await login({ email, password: `${password}!` });
    await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: `{"password":"${password}"`,
    });
    const logged = server.logged();
    expect(logged.length).toBeGreaterThan(3);
    const all = [...dump, ...logged].join('\n');
    for (const secret of [password, access_token, refresh_token]) {
      expect(all).not.toContain(secret);
      expect(all).not.toContain(Buffer.from(secret).toString('hex'));
      expect(all).not.toContain(Buffer.from(secret).toString('base64'));
    }
    const { rows } = await database.pool.query<{ hash: Buffer; previous_hash: Buffer | null }>(
      'select hash, previous_hash from audit_events order by id',
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.slice(1).map(({ previous_hash }) => previous_hash)).toEqual(
      rows.slice(0, -1).map(({ hash }) => hash),
    );
  });
});

it('every sign-in, refused or not, is recorded with its time, user, session and address', async () => {
  const at = server.now();
  const { access_token } = await signedIn();
  await login({ email, password: 'Piggy!Bank8' });
  await login({ email: 'nobody@kax.test', password });
  await login({ phone, password: 'Piggy!Bank8' });
  const headers = { authorization: `Bearer ${access_token}` };
  const remoteAddress = '198.51.100.7';
  await app.inject({ method: 'GET', url: '/api/auth/logout', headers, remoteAddress });
  const codes = { emailOTP: '000000', phoneOTP: '000000', newPassword: 'Tortoise#Shell9' };
  await app.inject({
    method: 'POST',
    url: '/api/auth/reset-password',
    payload: { email, ...codes },
    remoteAddress,
  });
  const { rows } = await database.pool.query<{ event: string; ip: string; at: Date }>(
    `select a.event, a.ip, a.at, a.user_id = u.id is_user, a.session_id is not null has_session
     from audit_events a left join users u on u.email = $1
     where a.event <> 'account-created' order by a.id`,
    [email],
  );
  const recorded = rows.map(({ ip, at: _at, ...row }) => Object.values(row));
  expect(recorded).toEqual([
    ['login', true, true],
    ['login-refused', true, false],
    ['login-refused', null, false],
    ['login-refused', true, false],
    ['logout', true, true],
    ['codes-refused', true, false],
  ]);
  expect(new Set(rows.map((row) => row.ip))).toEqual(new Set([remoteAddress]));
  expect(new Set(rows.map((row) => row.at.getTime()))).toEqual(new Set([at.getTime()]));
});

function later(ms: number): void {
  server.later(ms);
}

function login(payload: object, remoteAddress = '198.51.100.7') {
  return app.inject({ method: 'POST', url: '/api/auth/login', payload, remoteAddress });
}

async function signedIn(): Promise<{ access_token: string; refresh_token: string }> {
  const response = await login({ email, password });
  expect(response.statusCode).toBe(200);
  return response.json();
}

function refresh(refresh_token: string) {
  return app.inject({ method: 'POST', url: '/api/auth/refresh', payload: { refresh_token } });
}

function get(url: string, token: string, headers: Record<string, string> = {}) {
  return app.inject({
    method: 'GET',
    url,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
}

async function operationsStatus(
  token: string,
  headers: Record<string, string> = {},
): Promise<number> {
  return (await get('/api/wallet/operations', token, headers)).statusCode;
}
