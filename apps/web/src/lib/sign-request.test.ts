import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFakeApi, type FakeResponse, type SeenRequest } from '#testing/fake-api';

import { buildSignedInResponse } from '#testing/signed-in-response';
import { about } from '#wire/about';
import { login } from '#wire/auth/login';
import { logout } from '#wire/auth/logout';
import { sendTokens } from '#wire/wallet/send-tokens';
import { callApi } from './api-client.ts';
import { createDeviceKey, type DeviceKey } from './device-key.ts';
import { createFakeIndexedDb, type FakeIndexedDb } from './fake-indexed-db.test-setup.ts';
import { learnServerTime } from './sign-request.ts';
import { readStored, STORAGE_KEYS, writeTokens } from './storage.ts';

const credentials = { email: 'alice@kax.test', password: 'Piggy!Bank7' };
const refused: FakeResponse = {
  status: 401,
  body: { error: 'Your session has ended. Sign in again.', code: 'unauthorized' },
};
const done: FakeResponse = { body: { success: true } };
let storage: FakeIndexedDb;

beforeEach(() => {
  localStorage.clear();
  storage = createFakeIndexedDb();
  vi.stubGlobal('indexedDB', storage.indexedDB);
});
afterEach(() => vi.unstubAllGlobals());

function startApi(responses: Parameters<typeof createFakeApi>[0]) {
  const api = createFakeApi(responses);
  vi.stubGlobal('fetch', api.fetch);
  return api;
}

/** Signs in as far as the storage knows. */
async function signIn(): Promise<DeviceKey> {
  const key = await createDeviceKey();
  if (key === null) throw new Error('There is no key.');
  const of = (token: string) => `${token}.${key.thumbprint}`;
  writeTokens({ accessToken: of('access-1'), refreshToken: of('refresh-1') });
  return key;
}

async function readProof({ headers }: SeenRequest) {
  const [head = '', body = '', signature = ''] = (headers.get('dpop') ?? '').split('.');
  const { jwk, ...header } = JSON.parse(text(head));
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const key = await crypto.subtle.importKey('jwk', jwk, algorithm, true, ['verify']);
  const isSigned = await crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    bytes(signature),
    new TextEncoder().encode(`${head}.${body}`),
  );
  return { header, jwk, claims: JSON.parse(text(body)), isSigned };
}

function bytes(part: string): Uint8Array<ArrayBuffer> {
  const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function text(part: string): string {
  return new TextDecoder().decode(bytes(part));
}

async function hash(value: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(value));
  const encoded = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return encoded.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

describe('a browser with a key', () => {
  test('proves it when it signs in, for exactly this request', async () => {
    const api = startApi({ 'POST /api/auth/login': () => ({ body: buildSignedInResponse() }) });
    await callApi(login, { body: credentials });
    const [request] = api.seen;
    if (request === undefined) throw new Error('Nothing was sent.');
    const { header, jwk, claims, isSigned } = await readProof(request);
    expect(header).toEqual({ typ: 'dpop+jwt', alg: 'ES256' });
    expect(Object.keys(jwk).sort()).toEqual(['crv', 'kty', 'x', 'y']);
    expect(isSigned).toBe(true);
    expect(claims).toEqual({
      jti: expect.any(String),
      htm: 'POST',
      htu: new URL('/api/auth/login', location.href).href,
      iat: expect.any(Number),
      bh: await hash(JSON.stringify(credentials)),
    });
    expect(Math.abs(claims.iat - Date.now() / 1000)).toBeLessThan(5);
  });

  test('signs token, body and idempotency key of a payment', async () => {
    const key = await signIn();
    const api = startApi({
      'POST /api/wallet/public/send-tokens': () => refused,
      'POST /api/auth/refresh': () => 'no response',
    });
    const body = { tokenId: 'polygon-kax', amount: '1', recipientAddress: '0x1' };
    await callApi(sendTokens, { body, idempotencyKey: 'once' } as never);
    const [payment, refresh] = await Promise.all(api.seen.map(readProof));
    expect(payment?.claims).toMatchObject({
      ath: await hash(`access-1.${key.thumbprint}`),
      bh: await hash(JSON.stringify(body)),
      ik: 'once',
    });
    expect(refresh?.isSigned).toBe(true);
    expect(refresh?.claims).toMatchObject({
      bh: await hash(JSON.stringify({ refresh_token: `refresh-1.${key.thumbprint}` })),
    });
    expect(refresh?.claims).not.toHaveProperty('ath');
  });

  test('signs every attempt again', async () => {
    const key = await signIn();
    const pair = { access_token: 'access-2', refresh_token: 'refresh-2', expires_in: 600 };
    const next = {
      ...pair,
      access_token: `access-2.${key.thumbprint}`,
      refresh_token: `refresh-2.${key.thumbprint}`,
    };
    const api = startApi({
      'GET /api/auth/logout': ({ headers }) =>
        headers.get('authorization') === `Bearer ${next.access_token}` ? done : refused,
      'POST /api/auth/refresh': () => ({ body: next }),
    });
    expect(await callApi(logout, {})).toMatchObject({ ok: true });
    const proofs = await Promise.all(api.seen.map(readProof));
    expect(proofs.map(({ isSigned }) => isSigned)).toEqual([true, true, true]);
    expect(new Set(proofs.map(({ claims }) => claims.jti)).size).toBe(3);
    expect(proofs[2]?.claims.ath).toBe(await hash(next.access_token));
  });

  test('has one key, although two tabs create it at the same moment', async () => {
    const keys = await Promise.all([createDeviceKey(), createDeviceKey(), createDeviceKey()]);
    expect(new Set(keys.map((key) => key?.thumbprint)).size).toBe(1);
    expect(keys[0]?.privateKey.extractable).toBe(false);
  });

  test('corrects its clock by the server’s, repeats the request once, and remembers', async () => {
    await signIn();
    const serverMs = Date.now() + 7_200_000;
    const times: number[] = [];
    vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
      const { claims } = await readProof({ headers: new Headers(headers) } as SeenRequest);
      times.push(claims.iat);
      const isLate = Math.abs(claims.iat - serverMs / 1000) > 60;
      const late = { error: 'Your device’s clock is wrong.', code: 'device-proof-expired' };
      return new Response(JSON.stringify(isLate ? late : { success: true }), {
        status: isLate ? 400 : 200,
        headers: { date: new Date(serverMs).toUTCString() },
      });
    });
    expect(await callApi(logout, {})).toMatchObject({ ok: true });
    expect(times).toHaveLength(2);
    expect(await callApi(logout, {})).toMatchObject({ ok: true });
    expect(times).toHaveLength(3);
    // Files share the module.
    await learnServerTime(new Response('', { headers: { date: new Date().toUTCString() } }));
  });

  test.each(['device-proof-expired', 'device-proof-not-valid'])(
    'keeps the session when a refresh is refused with %s, which says nothing about it',
    async (code) => {
      await signIn();
      const unproven = { status: 400, body: { error: 'This isn’t signed.', code } };
      startApi({
        'GET /api/auth/logout': () => refused,
        'POST /api/auth/refresh': () => unproven,
      });
      expect(await callApi(logout, {})).toMatchObject({ ok: false, error: { code } });
      expect(readStored(STORAGE_KEYS.refreshToken)).not.toBeNull();
    },
  );

  test('renews a session whose access token is damaged', async () => {
    const key = await signIn();
    localStorage.setItem('access_token', `access-1.${key.thumbprint.slice(0, -8)}00000000`);
    const api = startApi({
      'GET /api/auth/logout': () => refused,
      'POST /api/auth/refresh': () => 'no response',
    });
    await callApi(logout, {});
    expect(api.seen.map(({ path }) => path)).toEqual(['/api/auth/logout', '/api/auth/refresh']);
    expect(readStored(STORAGE_KEYS.refreshToken)).not.toBeNull();
  });

  test('proves nothing where no one signs in', async () => {
    const api = startApi({ 'GET /api/about': () => refused });
    await callApi(about, {});
    expect(api.seen[0]?.headers.has('dpop')).toBe(false);
  });
});

describe('a browser that lost the key of its session', () => {
  test.each([
    ['deleted it', () => storage.evict()],
    ['cannot read it', () => storage.breakDown()],
  ])('because it %s sends nothing, removes the session and says why, once', async (_name, lose) => {
    vi.resetModules();
    const fresh = await import('./api-client.ts');
    const { onSessionEnd: onEnd } = await import('./session-refresh.ts');
    await signIn();
    lose();
    const api = startApi({});
    const listener = vi.fn();
    const stop = onEnd(listener);
    const results = await Promise.all([fresh.callApi(logout, {}), fresh.callApi(logout, {})]);
    stop();
    expect(results).toEqual([
      ...[0, 1].map(() => ({
        ok: false,
        error: {
          code: 'device-key-lost',
          message: 'This browser lost the key of your session. Sign in again.',
          status: null,
        },
      })),
    ]);
    expect(api.seen).toEqual([]);
    expect(readStored(STORAGE_KEYS.accessToken)).toBeNull();
    expect(listener.mock.calls).toEqual([['key-lost']]);
  });

  test('does not end a session that another tab began meanwhile', async () => {
    vi.resetModules();
    const fresh = await import('./api-client.ts');
    await signIn();
    storage.evict();
    const result = fresh.callApi(logout, {});
    writeTokens({ accessToken: 'access-9', refreshToken: 'refresh-9' });
    expect(await result).toMatchObject({ ok: false });
    expect(readStored(STORAGE_KEYS.accessToken)).toBe('access-9');
  });
});

describe('a browser that cannot have a key', () => {
  test.each<[string, () => void]>([
    ['without IndexedDB', () => vi.stubGlobal('indexedDB', undefined)],
    ['whose IndexedDB is broken', () => storage.breakDown()],
    ['without cryptography', () => vi.stubGlobal('crypto', {})],
    [
      'whose storage takes no keys',
      () => {
        vi.stubGlobal('indexedDB', {
          open() {
            throw new DOMException('It is not allowed.', 'SecurityError');
          },
        });
      },
    ],
  ])('%s signs in without a proof', async (_name, change) => {
    change();
    const api = startApi({ 'POST /api/auth/login': () => ({ body: buildSignedInResponse() }) });
    expect(await callApi(login, { body: credentials })).toMatchObject({ ok: true });
    expect(api.seen[0]?.headers.has('dpop')).toBe(false);
  });

  test('keeps using a session that is bound to no device', async () => {
    vi.stubGlobal('indexedDB', undefined);
    writeTokens({ accessToken: 'access-1', refreshToken: 'refresh-1' });
    const api = startApi({ 'GET /api/auth/logout': () => done });
    expect(await callApi(logout, {})).toMatchObject({ ok: true });
    expect(api.seen[0]?.headers.has('dpop')).toBe(false);
  });
});
