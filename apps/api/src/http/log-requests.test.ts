import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import { beforeEach, expect, it } from 'vitest';
import type { ErrorCode } from '#wire/errors';
import { createLog } from '../log.ts';
import { handleError, sendRefusal } from './error-reply.ts';
import { logRequests } from './log-requests.ts';

const refusals: readonly ErrorCode[] = [
  'unauthorized',
  'origin-not-allowed',
  'unknown-operation',
  'bad-request',
  'idempotency-key-reused',
  'too-many-requests',
  'amount-above-balance',
];
const lines: string[] = [];
let app: FastifyInstance;

beforeEach(() => {
  lines.length = 0;
  const destination = { write: (line: string) => lines.push(line) };
  const loggerInstance: FastifyBaseLogger = createLog(
    { level: 'info', process: 'test' },
    destination,
  );
  app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.setErrorHandler(handleError);
  logRequests(app);
  app.get('/things/:id', async () => ({}));
  for (const refused of refusals) {
    app.get(`/${refused}`, (_request, reply) => sendRefusal(reply, { refused }));
  }
  app.get('/bug', async () => {
    throw new Error('select canary from users failed');
  });
});

const from = '198.51.100.7';

it('names route, status and time of a request, and nothing that was typed', async () => {
  await app.inject({ method: 'GET', url: '/things/canary?token=canary', remoteAddress: from });
  expect(lines).toHaveLength(1);
  const line = JSON.parse(lines[0] ?? '');
  expect(line).toMatchObject({ method: 'GET', route: '/things/:id', status: 200, msg: 'request' });
  expect(line).not.toHaveProperty('ip');
  expect(line).not.toHaveProperty('refused');
  expect(lines.join('')).not.toContain('canary');
});

it.each([
  ['unauthorized', 401],
  ['origin-not-allowed', 403],
  ['unknown-operation', 404],
  ['bad-request', 400],
  ['idempotency-key-reused', 422],
  ['too-many-requests', 429],
])('names why and from where an attempt was not allowed: %s', async (refused, status) => {
  await app.inject({ method: 'GET', url: `/${refused}`, remoteAddress: from });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ refused, status, ip: from });
});

it('names why a user was refused, and no address', async () => {
  await app.inject({ method: 'GET', url: '/amount-above-balance', remoteAddress: from });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    refused: 'amount-above-balance',
    status: 400,
  });
  expect(lines.join('')).not.toContain(from);
});

it('logs an unexpected error with its cause, and sends nothing of it', async () => {
  const response = await app.inject({ method: 'GET', url: '/bug' });
  expect(response.statusCode).toBe(500);
  expect(response.body).not.toMatch(/canary|select|at .*\.ts/);
  expect(lines.join('')).toContain('select canary from users failed');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ refused: 'internal', status: 500 });
});
