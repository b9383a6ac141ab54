import { Writable } from 'node:stream';
import fc from 'fast-check';
import { type FastifyBaseLogger, fastify, LogController } from 'fastify';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { handleError } from './error-reply.ts';
import { createMinuteCounter, registerFloodGuard } from './flood-guard.ts';
import { acceptOnlyJson } from './json-body.ts';
import { registerCspReports } from './register-csp-reports.ts';
import { registerSecurity, securityHeaders } from './security-headers.ts';

const LEGACY = 'application/csp-report';
const NOTHING_ELSE = { allowedOrigins: [], qrOrigin: null, rampOrigin: null, signerOrigin: null };
const REPORTS = 'application/reports+json';

let now: number;
let registry: Registry;
let lines: string[];
let app: ReturnType<typeof createServer>;

beforeEach(() => {
  now = 0;
  lines = [];
  registry = new Registry();
  app = createServer(10_000);
});
afterEach(() => app.close());

function createServer(requestsPerMinute: number) {
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const clock = { now: () => new Date(now) };
  const log: FastifyBaseLogger = createLog({ level: 'info', process: 'test' }, destination);
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
  });
  acceptOnlyJson(server);
  server.setErrorHandler(handleError);
  registerSecurity(server, { ...NOTHING_ELSE, isHttps: true });
  registerFloodGuard(server, createMinuteCounter(clock, requestsPerMinute));
  registerCspReports(server, { registry, clock });
  server.post('/api/call', async ({ body }) => ({ body }));
  return server;
}

function post(payload: string, type = LEGACY, headers: Record<string, string> = {}) {
  return app.inject({
    ...{ method: 'POST', url: '/api/csp-report', payload },
    headers: { 'content-type': type, ...headers },
  });
}

const legacy = (blocked: unknown, directive: unknown = 'img-src') =>
  JSON.stringify({
    'csp-report': {
      'document-uri': 'https://kax.example/activity?token=hidden#hidden',
      referrer: 'https://kax.example/hidden',
      'violated-directive': directive,
      'effective-directive': directive,
      'blocked-uri': blocked,
      'script-sample': 'hidden',
    },
  });
const report = (blockedURL: unknown, effectiveDirective: unknown = 'connect-src') => ({
  type: 'csp-violation',
  age: 10,
  url: 'https://kax.example/hidden?hidden',
  user_agent: 'hidden',
  body: { blockedURL, effectiveDirective, documentURL: 'hidden', sample: 'hidden' },
});

/** What was logged, without what every line has. */
function logged(): readonly unknown[] {
  return lines.map((line) => {
    const { directive, blocked } = JSON.parse(line);
    return `${directive} ${blocked}`;
  });
}

async function counts(): Promise<Readonly<Record<string, number>>> {
  const metric = await registry.getSingleMetric('kax_csp_reports_total')?.get();
  return Object.fromEntries(
    (metric?.values ?? []).map(({ labels, value }) => [String(labels.directive), value]),
  );
}

describe('a report of a violation', () => {
  it('is counted and logged with its directive and the blocked host, in both forms', async () => {
    const first = await post(legacy('https://evil.example:8443/steal?seed=hidden#hidden'));
    expect([first.statusCode, first.body]).toEqual([204, '']);
    expect(first.headers['cache-control']).toBe('no-store');
    const batch = [report('wss://evil.example/x?hidden'), report('inline', 'script-src-elem')];
    expect((await post(JSON.stringify(batch), `${REPORTS}; charset=utf-8`)).statusCode).toBe(204);
    expect(logged()).toEqual([
      'img-src evil.example',
      'connect-src evil.example',
      'script-src-elem inline',
    ]);
    expect(lines.join()).not.toContain('hidden');
    expect(await counts()).toEqual({ 'img-src': 1, 'connect-src': 1, 'script-src-elem': 1 });
  });

  it.each([
    ['https://user:hidden@evil.example/', 'evil.example'],
    ['data:text/html,hidden', 'data'],
    ['blob:https://kax.example/hidden', 'blob'],
    ['javascript:hidden', 'other'],
    ['hidden://hidden', 'other'],
    ['hidden', 'other'],
    ['https://evil.example\n{"level":50}', 'other'],
    ['', 'other'],
    [null, 'other'],
  ])('says of %j no more than %j', async (blocked, place) => {
    await post(legacy(blocked));
    expect(lines).toHaveLength(1);
    expect(logged()).toEqual([`img-src ${place}`]);
    expect(lines.join()).not.toContain('hidden');
  });

  it('names a directive only when it is one', async () => {
    for (const name of ['hidden', '__proto__', 'img-src\n', 'x'.repeat(5_000), '', null]) {
      await post(legacy('inline', name));
    }
    await post(legacy('inline', "script-src 'self' https://hidden.example"));
    expect(await counts()).toEqual({ other: 6, 'script-src': 1 });
    expect(lines.join()).not.toContain('hidden');
  });

  it('may be of another kind, and is then neither counted nor logged', async () => {
    const other = { type: 'deprecation', body: { id: 'hidden' } };
    expect((await post(JSON.stringify([other]), REPORTS)).statusCode).toBe(204);
    expect(lines).toEqual([]);
  });

  it.each([
    ['nothing', '', LEGACY],
    ['text', 'hello', LEGACY],
    ['another object', '{"csp":{}}', LEGACY],
    ['a number for a URL', legacy(7), LEGACY],
    ['a directive that is an object', legacy('inline', { a: 1 }), LEGACY],
    ['no list', '{"type":"csp-violation"}', REPORTS],
    ['a list of texts', '["csp-violation"]', REPORTS],
    ['a longer list than browsers send', JSON.stringify(Array(21).fill(report('eval'))), REPORTS],
    ['deep nesting', '['.repeat(8_000) + ']'.repeat(8_000), REPORTS],
    ['an overwritten prototype', '{"__proto__":{"csp-report":{}}}', LEGACY],
  ])('is refused when it is %s', async (_name, body, type) => {
    const response = await post(body, type);
    expect([response.statusCode, response.json().code]).toEqual([400, 'bad-request']);
    expect(lines).toEqual([]);
  });

  it.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded'])(
    'is refused as %s, which a foreign page could send',
    async (type) => {
      expect((await post(legacy('inline'), type)).statusCode).toBe(415);
    },
  );

  it('is refused above 16 KiB, and accepted at that size', async () => {
    const body = legacy('inline');
    expect((await post(body.padEnd(16 * 1024))).statusCode).toBe(204);
    const larger = await post(body.padEnd(16 * 1024 + 1));
    expect([larger.statusCode, larger.json().code]).toEqual([413, 'body-too-large']);
  });

  it('is refused from a foreign page', async () => {
    const response = await post(legacy('inline'), LEGACY, { origin: 'https://evil.example' });
    expect(response.statusCode).toBe(403);
  });

  it('is logged 30 times a minute and counted always', async () => {
    const batch = JSON.stringify(Array(20).fill(report('eval', 'script-src')));
    for (let sent = 0; sent < 100; sent += 1) await post(batch, REPORTS);
    expect(lines).toHaveLength(30);
    expect(await counts()).toEqual({ 'script-src': 2_000 });
    now += 60_000;
    await post(batch, REPORTS);
    expect(lines).toHaveLength(50);
  });

  it('counts like every other request of an address that floods the server', async () => {
    await app.close();
    registry = new Registry();
    app = createServer(2);
    const statuses: number[] = [];
    for (let sent = 0; sent < 3; sent += 1) {
      statuses.push((await post(legacy('inline'))).statusCode);
    }
    expect(statuses).toEqual([204, 204, 429]);
  });

  it('of any content leaves the server alive, and nothing of it in the log or the metrics', async () => {
    const hostile = fc.oneof(
      fc.json(),
      fc.anything().map((blocked) => legacy(blocked, blocked)),
      fc.webUrl({ withQueryParameters: true, withFragments: true }).map((url) => legacy(url, url)),
    );
    await fc.assert(
      fc.asyncProperty(hostile, fc.constantFrom(LEGACY, REPORTS), async (body, type) => {
        expect([204, 400, 413]).toContain((await post(body, type)).statusCode);
      }),
    );
    expect(Object.keys(await counts()).every((name) => /^[a-z-]+$/.test(name))).toBe(true);
    for (const line of lines) expect(JSON.parse(line).blocked).toMatch(/^[\w.[\]:-]+$/);
  });
});

it('leaves the calls of the server as they are: JSON, up to 64 KiB', async () => {
  const call = (payload: string, type: string) =>
    app.inject({ method: 'POST', url: '/api/call', payload, headers: { 'content-type': type } });
  expect((await call('{"a":1}', 'application/json')).json()).toEqual({ body: { a: 1 } });
  expect((await call('{"a":1}', LEGACY)).statusCode).toBe(415);
});

it('tells browsers in two headers where reports belong, and in one without TLS', async () => {
  const { headers } = await app.inject({ method: 'GET', url: '/api/call' });
  expect(headers['content-security-policy']).toMatch(
    /; report-uri \/api\/csp-report; report-to csp$/,
  );
  expect(headers['reporting-endpoints']).toBe('csp="/api/csp-report"');
  const withoutTls = securityHeaders({ ...NOTHING_ELSE, isHttps: false });
  expect(withoutTls['content-security-policy']).toMatch(/; report-uri \/api\/csp-report$/);
  expect(withoutTls).not.toHaveProperty('reporting-endpoints');
});
