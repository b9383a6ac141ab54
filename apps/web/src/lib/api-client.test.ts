import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inLanguage } from '#language/t';
import { createTranslator } from '#language/translator';
import { createFakeApi, type FakeResponse, type SeenRequest } from '#testing/fake-api';
import { login } from '#wire/auth/login';
import { logout } from '#wire/auth/logout';
import { operation } from '#wire/wallet/operation';
import { unshield } from '#wire/wallet/unshield';
import { callApi } from './api-client.ts';
import { onSessionEnd } from './session-refresh.ts';
import { readStored, STORAGE_KEYS, writeStored, writeTokens } from './storage.ts';

const refused: FakeResponse = {
  status: 401,
  body: { error: 'Your session has ended. Sign in again.', code: 'unauthorized' },
};
const fresh: FakeResponse = {
  body: { access_token: 'access-2', refresh_token: 'refresh-2', expires_in: 600 },
};

beforeEach(() => {
  localStorage.clear();
  writeTokens({ accessToken: 'access-1', refreshToken: 'refresh-1' });
  writeStored(STORAGE_KEYS.user, '{}');
  writeStored(STORAGE_KEYS.isAuthenticated, 'true');
  writeStored(STORAGE_KEYS.theme, 'light');
});
afterEach(() => vi.unstubAllGlobals());

function respondIfFresh({ headers }: SeenRequest): FakeResponse {
  return headers.get('authorization') === 'Bearer access-2' ? { body: { success: true } } : refused;
}

function startApi(responses: Parameters<typeof createFakeApi>[0]) {
  const api = createFakeApi(responses);
  vi.stubGlobal('fetch', api.fetch);
  return api;
}

test('an authenticated call that gets a 401 is retried once with a refreshed token (§4)', async () => {
  const api = startApi({
    'GET /api/auth/logout': respondIfFresh,
    'POST /api/auth/refresh': () => fresh,
  });

  const result = await callApi(logout, {});

  expect(result).toEqual({ ok: true, data: { success: true } });
  expect(api.seen.map((request) => request.path)).toEqual([
    '/api/auth/logout',
    '/api/auth/refresh',
    '/api/auth/logout',
  ]);
  expect(api.seen[1]?.body).toEqual({ refresh_token: 'refresh-1' });
  expect(readStored(STORAGE_KEYS.accessToken)).toBe('access-2');
  expect(readStored(STORAGE_KEYS.refreshToken)).toBe('refresh-2');
});

test('twenty calls refused at the same time use the refresh token once', async () => {
  const api = startApi({
    'GET /api/auth/logout': respondIfFresh,
    'POST /api/auth/refresh': () => fresh,
  });

  const results = await Promise.all(Array.from({ length: 20 }, () => callApi(logout, {})));

  expect(results.every((result) => result.ok)).toBe(true);
  expect(api.seen.filter((request) => request.path === '/api/auth/refresh')).toHaveLength(1);
});

test('a token that another tab has just renewed is used without renewing it again', async () => {
  const api = startApi({
    'GET /api/auth/logout': (request) => {
      writeTokens({ accessToken: 'access-2', refreshToken: 'refresh-2' });
      return respondIfFresh(request);
    },
  });

  const result = await callApi(logout, {});

  expect(result.ok).toBe(true);
  expect(api.seen).toHaveLength(2);
});

test('a second 401 is not retried: "Retry after a 401: at most once per request" (§9)', async () => {
  const api = startApi({
    'GET /api/auth/logout': () => refused,
    'POST /api/auth/refresh': () => fresh,
  });

  const result = await callApi(logout, {});

  expect(result).toMatchObject({ ok: false, error: { code: 'unauthorized', status: 401 } });
  expect(api.seen).toHaveLength(3);
});

test('a failed refresh clears tokens, user and flag, keeps the theme, and says so (§4)', async () => {
  startApi({
    'GET /api/auth/logout': () => refused,
    'POST /api/auth/refresh': () => refused,
  });
  const listener = vi.fn();
  const stop = onSessionEnd(listener);

  const result = await callApi(logout, {});
  stop();

  expect(result).toMatchObject({ ok: false, error: { code: 'unauthorized' } });
  expect(Object.keys(localStorage)).toEqual(['railway-theme']);
  expect(listener).toHaveBeenCalledOnce();
});

test('without a refresh token nothing is requested and the session ends (§4)', async () => {
  localStorage.removeItem('refresh_token');
  const api = startApi({ 'GET /api/auth/logout': () => refused });

  await callApi(logout, {});

  expect(api.seen).toHaveLength(1);
  expect(readStored(STORAGE_KEYS.user)).toBeNull();
});

test('a refresh without a response keeps the session, because the server did not refuse it', async () => {
  startApi({
    'GET /api/auth/logout': () => refused,
    'POST /api/auth/refresh': () => 'no response',
  });

  const result = await callApi(logout, {});

  expect(result).toMatchObject({ ok: false, error: { code: 'network', message: 'Network Error' } });
  expect(readStored(STORAGE_KEYS.refreshToken)).toBe('refresh-1');
});

test('a public call sends no token, and its 401 renews nothing (§6)', async () => {
  const api = startApi({
    'POST /api/auth/login': () => ({
      status: 401,
      body: {
        error: 'Incorrect email, phone or password.',
        code: 'wrong-credentials',
      },
    }),
  });

  const result = await callApi(login, { body: { email: 'alice@kax.test', password: 'wrong' } });

  expect(result).toMatchObject({ ok: false, error: { code: 'wrong-credentials', status: 401 } });
  expect(api.seen).toHaveLength(1);
  expect(api.seen[0]?.headers.has('authorization')).toBe(false);
});

test('a refusal shows the error field of its body, even with an unknown code (§8)', async () => {
  startApi({
    'GET /api/auth/logout': () => ({
      status: 418,
      body: { error: 'Short and stout.', code: 'new' },
    }),
  });

  const result = await callApi(logout, {});

  expect(result).toEqual({
    ok: false,
    error: { code: 'new', message: 'Short and stout.', status: 418 },
  });
});

test("a refusal without a message and a lost response both say 'Network Error' (§8)", async () => {
  startApi({ 'GET /api/auth/logout': () => ({ status: 502, body: 'Bad gateway' }) });
  const fromBetween = await callApi(logout, {});
  startApi({ 'GET /api/auth/logout': () => 'no response' });
  const lost = await callApi(logout, {});

  expect(fromBetween).toMatchObject({ error: { message: 'Network Error', status: 502 } });
  expect(lost).toMatchObject({
    error: { code: 'network', message: 'Network Error', status: null },
  });
});

test('a response of the wrong shape is not passed on', async () => {
  startApi({ 'GET /api/auth/logout': () => ({ body: { success: 'yes' } }) });

  expect(await callApi(logout, {})).toMatchObject({ ok: false, error: { code: 'unexpected' } });
});

test('parameters are escaped, and a call made by a timer is marked as background', async () => {
  const api = startApi({
    'GET /api/wallet/operations/a%2Fb': () => ({
      status: 404,
      body: { error: 'x', code: 'not-found' },
    }),
  });

  await callApi(operation, { params: { id: 'a/b' }, isBackground: true });

  expect(api.seen[0]?.headers.get('x-background')).toBe('1');
});

test('a call says in which language its page is', async () => {
  const api = startApi({ 'GET /api/auth/logout': () => ({ body: { success: true } }) });
  await inLanguage(createTranslator('es', null), () => callApi(logout, {}));
  expect(api.seen[0]?.headers.get('accept-language')).toBe('es');
});

test('a call can ask for a response before its work is done', async () => {
  const api = startApi({ 'POST /api/wallet/unshield': () => 'no response' });
  const body = { tokenId: 'polygon-usdc', amount: '1' };

  await callApi(unshield, { body, idempotencyKey: 'key-1', respondsAsync: true });
  await callApi(unshield, { body, idempotencyKey: 'key-1' });

  expect(api.seen.map(({ headers }) => headers.get('prefer'))).toEqual(['respond-async', null]);
});

test('the session is kept while the server is starting', async () => {
  startApi({
    'GET /api/auth/logout': () => refused,
    'POST /api/auth/refresh': () => ({
      status: 503,
      body: { error: 'Kax is starting up. Try again in a few seconds.', code: 'not-ready' },
    }),
  });

  const result = await callApi(logout, {});

  expect(result.ok).toBe(false);
  expect(readStored(STORAGE_KEYS.refreshToken)).toBe('refresh-1');
  expect(readStored(STORAGE_KEYS.user)).toBe('{}');
});

test('a renewal that finishes after a sign-out stores no tokens', async () => {
  startApi({
    'GET /api/auth/logout': respondIfFresh,
    'POST /api/auth/refresh': () => {
      localStorage.clear();
      return fresh;
    },
  });

  const result = await callApi(logout, {});

  expect(result.ok ? null : result.error.code).toBe('unauthorized');
  expect(readStored(STORAGE_KEYS.accessToken)).toBeNull();
  expect(readStored(STORAGE_KEYS.refreshToken)).toBeNull();
});

test('a renewal that is refused after the next sign-in leaves that one alone', async () => {
  startApi({
    'GET /api/auth/logout': respondIfFresh,
    'POST /api/auth/refresh': () => {
      writeTokens({ accessToken: 'access-next', refreshToken: 'refresh-next' });
      return refused;
    },
  });
  const ends: string[] = [];
  const stop = onSessionEnd((why) => ends.push(why));

  await callApi(logout, {});
  stop();

  expect(ends).toEqual([]);
  expect(readStored(STORAGE_KEYS.accessToken)).toBe('access-next');
});
