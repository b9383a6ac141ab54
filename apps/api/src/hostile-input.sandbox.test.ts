import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  hostileBodies,
  hostileIds,
  hostileStrings,
  hostileValues,
  surplusFields,
} from '#testing/hostile-input';
import { errorBody } from '#wire/error-body';
import { createTestServer, type TestServer } from './server.test-setup.ts';

/** Every call on the way into an account, with a well-formed body. */
const calls: readonly {
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly path: string;
  readonly needsSession?: boolean;
  readonly body?: Readonly<Record<string, string>>;
}[] = [
  {
    method: 'POST',
    path: '/auth/register',
    body: {
      name: 'Mallory Doe',
      email: 'mallory@kax.test',
      phone: '+14155550199',
      password: 'Canary!Word7',
    },
  },
  {
    method: 'POST',
    path: '/auth/verify-otps',
    body: { email: 'mallory@kax.test', emailOTP: '918273', phoneOTP: '645546' },
  },
  { method: 'POST', path: '/auth/resend-otp', body: { email: 'mallory@kax.test' } },
  {
    method: 'POST',
    path: '/auth/login',
    body: { email: 'mallory@kax.test', password: 'Canary!Word7' },
  },
  {
    method: 'POST',
    path: '/auth/login',
    body: { phone: '+14155550199', password: 'Canary!Word7' },
  },
  {
    method: 'POST',
    path: '/auth/send-reset-password-otps',
    body: { email: 'mallory@kax.test' },
  },
  { method: 'POST', path: '/auth/send-reset-password-otps', body: { phone: '+14155550199' } },
  {
    method: 'POST',
    path: '/auth/reset-password',
    body: {
      email: 'mallory@kax.test',
      newPassword: 'Canary!Word8',
      emailOTP: '918273',
      phoneOTP: '645546',
    },
  },
  { method: 'POST', path: '/auth/refresh', body: { refresh_token: 'kxr_canary' } },
  {
    method: 'POST',
    path: '/auth/change-password',
    needsSession: true,
    body: { currentPassword: 'Canary!Word7', newPassword: 'Canary!Word8' },
  },
  {
    method: 'POST',
    path: '/wallet/export-keys',
    needsSession: true,
    body: { password: 'Canary!Word7', what: 'phrase' },
  },
  {
    method: 'POST',
    path: '/wallet/delete-wallet',
    needsSession: true,
    body: { password: 'Canary!Word7', confirmation: 'DELETE' },
  },
  { method: 'POST', path: '/ramp/session', needsSession: true, body: { side: 'BUY' } },
];

const callsWithId = ['/auth/revoke-session/', '/auth/terminate-session/'];
const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE'] as const;
const canaries = /Canary!Word|918273|645546/;

let server: TestServer;
let app: FastifyInstance;
let token: string;
let requests = 0;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.reset();
  app = server.app;
  token = (await server.signIn()).access_token;
});

describe.each(calls)('$method $path', ({ method, path, body = {}, needsSession }) => {
  const fields = Object.keys(body);

  it('refuses anything but an object of its fields', async () => {
    const before = await stored();
    for (const payload of hostileBodies) {
      await expectRefusal({ method, path, payload, needsSession });
    }
    for (const field of surplusFields) {
      await expectRefusal({ method, path, payload: { ...body, [field]: '1' }, needsSession });
    }
    for (const field of fields) {
      for (const value of hostileValues) {
        const payload = JSON.stringify({ ...body, [field]: value });
        await expectRefusal({ method, path, payload, needsSession });
      }
      const twice = `{"${field}":"x",${JSON.stringify(body).slice(1)}`;
      await expectRefusal({ method, path, payload: twice, needsSession });
    }
    expect(await stored()).toEqual(before);
  });

  it('survives every odd string in each of its fields, and echoes none of them', async () => {
    const before = await accountsStored();
    for (const field of fields) {
      for (const text of hostileStrings) {
        const response = await send({
          method,
          path,
          payload: JSON.stringify({ ...body, [field]: text }),
          needsSession,
        });
        expect(response.statusCode, `${field} ${JSON.stringify(text)}`).toBeLessThan(500);
        expect(response.headers['content-type']).toContain('application/json');
        if (response.statusCode >= 400) expectSentence(response, text);
      }
    }
    expect(await accountsStored()).toEqual(before);
  });

  it('accepts JSON only, from no other origin, and by its own method', async () => {
    const payload = JSON.stringify(body);
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/xml', '']) {
      await expectRefusal({
        method,
        path,
        payload,
        needsSession,
        headers: { 'content-type': type },
      });
    }
    for (const origin of ['null', 'https://evil.test', 'http://localhost.evil.test']) {
      await expectRefusal({ method, path, payload, needsSession, headers: { origin } });
    }
    for (const other of allMethods) {
      if (other === method) continue;
      const response = await send({ method: other, path, needsSession });
      expect(response.statusCode, other).toBeLessThan(500);
      expect(response.statusCode === 204 || response.statusCode >= 400, other).toBe(true);
    }
  });

  if (needsSession) {
    it('requires a session in the Authorization header', async () => {
      const tries: Readonly<Record<string, string>>[] = [
        {},
        { authorization: '' },
        { authorization: 'Bearer' },
        { authorization: `Basic ${token}` },
        { authorization: `Bearer ${token}x` },
        { authorization: `Bearer ${'a'.repeat(8_000)}` },
        { cookie: `access_token=${token}` },
      ];
      for (const headers of tries) {
        const response = await app.inject({ method, url: `/api${path}`, payload: body, headers });
        expect(response.statusCode).toBe(401);
      }
    });
  }
});

describe.each(callsWithId)('DELETE %s{id}', (path) => {
  it.each(hostileIds)('ends nothing for the id %s', async (id) => {
    const before = await stored();
    const response = await send({ method: 'DELETE', path: `${path}${id}`, needsSession: true });
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
    expect(await stored()).toEqual(before);
  });
});

it('lets a user in as before, and no log line contains what was typed', async () => {
  expect((await server.signIn()).access_token).toMatch(/^kxa_/);
  const lines = server.logged();
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) {
    expect(() => JSON.parse(line)).not.toThrow();
    expect(line).not.toMatch(canaries);
  }
});

interface Request {
  readonly method: (typeof allMethods)[number];
  readonly path: string;
  readonly payload?: string | Buffer | object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly needsSession?: boolean | undefined;
}

/** Each request comes from another address, so that it is refused only for its content. */
function send({ method, path, payload, headers, needsSession }: Request) {
  requests += 1;
  return app.inject({
    method: method as 'GET',
    url: `/api${path}`,
    remoteAddress: `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`,
    headers: {
      'content-type': 'application/json',
      ...(needsSession ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  });
}

async function expectRefusal(request: Request): Promise<void> {
  const response = await send(request);
  const what = String(request.payload ?? '').slice(0, 80);
  expect(response.statusCode, what).toBeGreaterThanOrEqual(400);
  expect(response.statusCode, what).toBeLessThan(500);
  expectSentence(response, null);
}

function expectSentence(response: LightMyRequestResponse, text: string | null): void {
  const parsed = errorBody.safeParse(response.json());
  expect(parsed.success).toBe(true);
  expect(response.body).not.toMatch(canaries);
  if (text !== null && text.trim().length > 4) expect(parsed.data?.error).not.toContain(text);
}

/** How many rows each table has that a refused request must not touch. */
async function stored(): Promise<readonly number[]> {
  const tables = ['users', 'key_records', 'sessions', 'session_tokens', 'registrations'];
  return Promise.all([...tables, 'code_challenges', 'outbox'].map((table) => server.count(table)));
}

/** Odd strings may well be someone's name; they are no one's account. */
async function accountsStored(): Promise<readonly number[]> {
  return Promise.all(['users', 'key_records', 'sessions'].map((table) => server.count(table)));
}
