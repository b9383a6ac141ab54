import { ERROR_CODES } from '#wire/errors';
import { signInClient } from '../server.ts';
import { expect, test } from '../test.ts';
import { alice } from '../users.ts';

/** Requests that our client never makes, and how the server must respond. */
const refusals: readonly {
  readonly what: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  readonly status: number;
}[] = [
  { what: 'a call without a token', path: '/wallet/public/coins', status: 401 },
  {
    what: 'a token that was never issued',
    path: '/wallet/public/coins',
    headers: { authorization: 'Bearer kxa_nothing' },
    status: 401,
  },
  {
    what: 'a token in the query',
    path: '/wallet/public/coins?access_token=x',
    status: 401,
  },
  {
    what: 'JSON that does not parse',
    path: '/auth/login',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email": ',
    status: 400,
  },
  {
    what: 'a body of the wrong shape',
    path: '/auth/login',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email": ["a@b.c"], "password": {"$ne": null}}',
    status: 400,
  },
  {
    what: 'a prototype in the body',
    path: '/auth/login',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email": "a@b.c", "password": "x", "__proto__": {"a": 1}}',
    status: 400,
  },
  {
    what: 'a form instead of JSON',
    path: '/auth/login',
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'email=a%40b.c&password=x',
    status: 415,
  },
  {
    what: 'a body that is too large',
    path: '/auth/login',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: Buffer.alloc(70 * 1024, 32),
    status: 413,
  },
  {
    what: 'a page of another origin',
    path: '/auth/login',
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
    body: '{"email": "a@b.c", "password": "x"}',
    status: 403,
  },
];

for (const { what, path, method = 'GET', headers = {}, body, status } of refusals) {
  test(`${what} gets ${status} with a code and a message`, async ({ request }) => {
    const response = await request.fetch(`/api${path}`, {
      method,
      headers,
      ...(body !== undefined && { data: body }),
    });
    expect(response.status()).toBe(status);
    const refusal = (await response.json()) as { code: string; error: string };
    expect(ERROR_CODES).toContain(refusal.code);
    expect(refusal.error).not.toBe('');
  });
}

test('unknown tokens and operations are 404 with their code', async ({ request }) => {
  const client = await signInClient(request, alice);
  const send = await client.post(
    '/wallet/public/send-tokens',
    { tokenId: 'polygon-nothing', amount: '1', recipientAddress: `0x${'1'.repeat(40)}` },
    'unknown-token-key',
  );
  expect([send.status, send.body.code]).toEqual([404, 'unknown-token']);
  const coin = await client.post('/wallet/public/coins/polygon-nothing/refresh', {});
  expect([coin.status, coin.body.code]).toEqual([404, 'unknown-coin']);
  const operation = await client.get('/wallet/operations/no-such-operation');
  expect([operation.status, operation.body.code]).toEqual([404, 'unknown-operation']);
});

test('the API description lists every call, and health and ready respond', async ({ request }) => {
  const description = await (await request.get('/api/openapi.json')).json();
  expect(Object.keys(description.paths).length).toBeGreaterThanOrEqual(11);
  expect((await request.get('/api/health')).status()).toBe(200);
  expect((await request.get('/api/ready')).status()).toBe(200);
});
