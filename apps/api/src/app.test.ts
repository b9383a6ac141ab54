import type { FastifyInstance } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { contracts } from '#wire/index';
import { type AppPorts, createApp } from './app.ts';
import { makeToken } from './modules/auth/sessions/session-token.ts';

const token = makeToken('access', { bytes: (count) => new Uint8Array(count).fill(7) });
const authorization = `Bearer ${token}`;
const RATES = [{ currency: 'EUR' as const, perUsd: 0.92, asOf: '2026-01-02T03:04:05.000Z' }];
let app: FastifyInstance;
let isReady: boolean;

beforeEach(() => {
  isReady = true;
  app = createApp(ports());
});

describe('every response', () => {
  it.each(['/api/health', '/api/openapi.json', '/api/nothing', '/nothing'])(
    'carries the security headers: %s',
    async (url) => {
      const { headers } = await app.inject({ method: 'GET', url });
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    },
  );

  it('of the API is not cached by anyone', async () => {
    const { headers } = await app.inject({ method: 'GET', url: '/api/health' });
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('a request that is not valid', () => {
  it.each(['/api/health', '/api/wallet/public/coins', '/api/events'])(
    'is refused when its proof is false, before anything else is looked at: %s',
    async (url) => {
      const headers = { dpop: 'e30.e30.AA', authorization: 'Bearer kxa_nothing' };
      const response = await app.inject({ method: 'GET', url, headers });
      expect([response.statusCode, response.json().code]).toEqual([400, 'device-proof-not-valid']);
    },
  );

  it.each<[string, string, Record<string, string>, number, string]>([
    ['no JSON', '{"email":', { 'content-type': 'application/json' }, 400, 'bad-request'],
    ['an empty body', '', { 'content-type': 'application/json' }, 400, 'bad-request'],
    ['null', 'null', { 'content-type': 'application/json' }, 400, 'bad-request'],
    ['a number', '7', { 'content-type': 'application/json' }, 400, 'bad-request'],
    [
      'an array instead of a text',
      '{"email":["a@b.c"],"password":"x"}',
      { 'content-type': 'application/json' },
      400,
      'bad-request',
    ],
    [
      'an extra field',
      '{"email":"a@b.c","password":"x","role":"admin"}',
      { 'content-type': 'application/json' },
      400,
      'bad-request',
    ],
    [
      'a prototype',
      '{"__proto__":{"isAdmin":true},"email":"a@b.c","password":"x"}',
      { 'content-type': 'application/json' },
      400,
      'bad-request',
    ],
    [
      'a form',
      'email=a@b.c&password=x',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'unsupported-media-type',
    ],
    [
      'plain text',
      '{"email":"a@b.c","password":"x"}',
      { 'content-type': 'text/plain' },
      415,
      'unsupported-media-type',
    ],
    [
      'JSON in another alphabet',
      '{"email":"a@b.c","password":"x"}',
      { 'content-type': 'application/json; charset=utf-16' },
      415,
      'unsupported-media-type',
    ],
    [
      'a field twice',
      '{"email":"a@b.c","email":"b@b.c","password":"x"}',
      { 'content-type': 'application/json; charset=utf-8' },
      400,
      'bad-request',
    ],
    [
      'ten thousand nested arrays',
      '['.repeat(10_000) + ']'.repeat(10_000),
      { 'content-type': 'application/json' },
      400,
      'bad-request',
    ],
    [
      'too much',
      JSON.stringify({ email: 'a@b.c', password: 'x'.repeat(70_000) }),
      { 'content-type': 'application/json' },
      413,
      'body-too-large',
    ],
    [
      'another site’s page',
      '{"email":"a@b.c","password":"x"}',
      { 'content-type': 'application/json', origin: 'https://evil.example' },
      403,
      'origin-not-allowed',
    ],
    [
      'a page without origin',
      '{"email":"a@b.c","password":"x"}',
      { 'content-type': 'application/json', origin: 'null' },
      403,
      'origin-not-allowed',
    ],
  ])('is refused: %s', async (_name, payload, headers, status, code) => {
    const response = await app.inject({ method: 'POST', url: '/api/auth/login', payload, headers });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toEqual({ error: expect.any(String), code });
  });

  it.each<[string, string, number]>([
    ['GET', '/api/auth/login', 404],
    ['DELETE', '/api/wallet/public/send-tokens', 404],
    ['GET', '/api/%2e%2e%2fetc%2fpasswd', 404],
    ['GET', '/api/wallet/PUBLIC/coins', 404],
    ['GET', '/api/wallet/operations/%00', 401],
    ['PATCH', '/api/health', 404],
  ])('is refused: %s %s', async (method, url, status) => {
    const response = await app.inject({ method: method as 'GET', url });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ error: expect.any(String), code: expect.any(String) });
  });

  it('needs an Idempotency-Key to move money', async () => {
    const payload = { tokenId: 'polygon-usdc', amount: '1', recipientAddress: '0x' };
    for (const key of [undefined, '', 'with space', 'ü', 'k'.repeat(256)]) {
      const response = await app.inject({
        method: 'POST',
        url: '/api/wallet/public/send-tokens',
        payload,
        headers: { authorization, ...(key === undefined ? {} : { 'idempotency-key': key }) },
      });
      expect(response.json().code).toBe('idempotency-key-missing');
    }
  });
});

it('accepts calls from its own page', async () => {
  const response = await app.inject({
    method: 'GET',
    url: '/api/health',
    headers: { host: 'wallet.example', origin: 'https://wallet.example' },
  });
  expect(response.json()).toEqual({ status: 'alive' });
});

it('is alive before it is ready', async () => {
  isReady = false;
  expect((await app.inject({ method: 'GET', url: '/api/health' })).statusCode).toBe(200);
  const response = await app.inject({ method: 'GET', url: '/api/ready' });
  expect(response.statusCode).toBe(503);
  expect(response.json().code).toBe('not-ready');
});

it('describes every call in OpenAPI, and serves every call it describes', async () => {
  const document = (await app.inject({ method: 'GET', url: '/api/openapi.json' })).json();
  for (const { path, method, name } of contracts) {
    expect(document.paths[`/api${path}`][method.toLowerCase()].operationId).toBe(name);
    const url = `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
    expect(app.hasRoute({ method, url }), `${method} ${url}`).toBe(true);
  }
});

it('refuses a user who moves money too often, before anything is read', async () => {
  const send = async () =>
    app.inject({
      method: 'POST',
      url: '/api/wallet/public/send-tokens',
      payload: { tokenId: 'nothing', amount: '1', recipientAddress: '0x' },
      headers: { authorization, 'idempotency-key': 'k' },
    });
  expect([await send(), await send(), await send()].map(({ statusCode }) => statusCode)).toEqual([
    404, 404, 429,
  ]);
});

it('has the currency rates for anyone', async () => {
  const response = await app.inject({ method: 'GET', url: '/api/currency-rates' });
  expect([response.statusCode, response.json()]).toEqual([200, { rates: RATES }]);
});

it('refuses an address that floods it', async () => {
  const flooded = createApp({
    ...ports(),
    flood: { clock: { now: () => new Date() }, requestsPerMinute: 3, moneyCallsPerMinute: 1 },
  });
  const statuses: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    statuses.push((await flooded.inject({ method: 'GET', url: '/api/health' })).statusCode);
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
});

/** Ports of a server with one signed-in user; anything a test does not call is missing. */
function ports(): AppPorts {
  const now = () => new Date();
  const inHalfAnHour = new Date(Date.now() + 30 * 60_000);
  const found = {
    sessionId: 'session',
    userId: 'user',
    publicAddress: '0x2f5aACaF4CceD34A88ACA3D5EF043787e43695c8',
    privateAddress: '0zk1',
    lastActiveAt: new Date(),
    endsAt: inHalfAnHour,
    tokenExpiresAt: inHalfAnHour,
    isPresented: true,
    deviceKey: null,
  };
  return {
    auth: { clock: { now, sleep: async () => {} } },
    about: { messagesUrl: null, recoveryKey: 'file', supportEmail: null, signer: null },
    rates: { current: () => RATES },
    guard: {
      sessions: { findByAccessToken: async () => found },
      clock: { now },
      keyHandoff: { open: () => undefined },
    },
    wallet: { networks: [] },
    prover: () => 'native',
    protection: {},
    metrics: {
      texts: {
        sizes: { notices: 1, resets: 1, registrations: 1, claims: 1 },
        readSent: async () => new Map(),
        refusals: { read: () => new Map() },
      },
    },
    isReady: async () => isReady,
    ramp: {},
    exchange: {},
    security: {
      allowedOrigins: [],
      qrOrigin: null,
      rampOrigin: null,
      signerOrigin: null,
      isHttps: false,
    },
    flood: { clock: { now }, requestsPerMinute: 1000, moneyCallsPerMinute: 2 },
    webFolder: null,
    logger: null,
    trustedProxies: 0,
  } as unknown as AppPorts;
}
