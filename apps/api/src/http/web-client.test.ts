import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerSecurity } from './security-headers.ts';
import { registerWebClient } from './web-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'kax-web-'));
let app: FastifyInstance;

beforeAll(() => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Kax</title>');
  writeFileSync(join(folder, 'assets', 'app-1a2b.js'), 'start()');
  writeFileSync(join(folder, 'assets', 'app-1a2b.js.br'), brotliCompressSync('start()'));
  writeFileSync(join(folder, 'receipt-check.html'), '<!doctype html><title>Check</title>');
  writeFileSync(join(folder, 'receipt-check.html.br'), brotliCompressSync('check'));
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, '.git', 'config'), '[remote] hidden');
  writeFileSync(join(folder, '.env'), 'KEY=hidden');
  app = fastify();
  registerSecurity(app, {
    allowedOrigins: [],
    qrOrigin: null,
    rampOrigin: null,
    signerOrigin: null,
    isHttps: false,
  });
  registerWebClient(app, folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

it.each(['/', '/dashboard', '/activity/7', '/no-such-page'])(
  'responds with the page, which is always revalidated: %s',
  async (url) => {
    const response = await app.inject({ method: 'GET', url });
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('<title>Kax</title>');
    expect(response.headers['cache-control']).toBe('no-cache');
    expect(response.headers['content-security-policy']).toContain("script-src 'self'");
  },
);

it.each([
  ['freeze link', '/freeze/t0ken'],
  ['payment link', '/pay/7Q2M-K9XD-4TPA-82WJ'],
  ['claim link', '/claim/7Q2M-K9XD-4TPA-82WJ'],
])('gives what is in the path of a %s to no other page and no search engine', async (_, url) => {
  const link = await app.inject({ method: 'GET', url });
  expect(link.headers['referrer-policy']).toBe('no-referrer');
  expect(link.headers['x-robots-tag']).toBe('noindex');
  const page = await app.inject({ method: 'GET', url: '/login' });
  expect(page.headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  expect(page.headers['x-robots-tag']).toBeUndefined();
});

it('caches a file with a hash in its name permanently, and sends its compressed copy', async () => {
  const headers = { 'accept-encoding': 'br' };
  const response = await app.inject({ method: 'GET', url: '/assets/app-1a2b.js', headers });
  expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(response.headers['content-encoding']).toBe('br');
  expect(response.headers['content-type']).toMatch(/javascript/);
});

it.each(['', 'br'])(
  'gives the page that checks receipts as a file, never as a page of ours (encoding "%s")',
  async (encoding) => {
    const headers = { 'accept-encoding': encoding };
    const response = await app.inject({ method: 'GET', url: '/receipt-check.html', headers });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-encoding'] ?? '').toBe(encoding);
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="[^"]+\.html"$/);
    expect(response.headers['cache-control']).toBe('no-cache');
    const page = await app.inject({ method: 'GET', url: '/login' });
    expect(page.headers['content-disposition']).toBeUndefined();
  },
);

it.each([
  '/api/nothing',
  '/assets/gone.js',
  '/v1/nothing',
  '/sw.js',
  '/icons/gone.png',
  '/manifest.webmanifest',
])('does not respond with the page to what is not a page: %s', async (url) => {
  const response = await app.inject({ method: 'GET', url });
  expect(response.statusCode).toBe(404);
  expect(response.json().code).toBe('not-found');
});

it.each(['/../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/..%2f..%2fetc%2fpasswd'])(
  'never leaves its folder: %s',
  async (url) => {
    expect((await app.inject({ method: 'GET', url })).body).not.toContain('root:');
  },
);

it.each(['/.git/config', '/%2egit/config', '/.env', '/assets/../.env'])(
  'shows nothing whose name begins with a dot: %s',
  async (url) => {
    expect((await app.inject({ method: 'GET', url })).body).not.toContain('hidden');
  },
);

it('lists no folder', async () => {
  const response = await app.inject({ method: 'GET', url: '/assets' });
  expect(response.statusCode).toBe(404);
  expect(response.body).not.toContain('app-1a2b');
});
