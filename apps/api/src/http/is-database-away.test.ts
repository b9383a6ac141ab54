import { fastify } from 'fastify';
import pg from 'pg';
import { expect, it } from 'vitest';
import { findFreePort } from '#testing/free-port';
import { handleError } from './error-reply.ts';
import { isDatabaseAway } from './is-database-away.ts';

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code });

it.each([
  ['a refused connection', withCode('connect ECONNREFUSED 127.0.0.1:7608', 'ECONNREFUSED')],
  ['several at the same time', Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })],
  ['a cut connection', new Error('Connection terminated unexpectedly')],
  ['no connection in time', new Error('timeout exceeded when trying to connect')],
  ['a server that ends', withCode('terminating connection', '57P01')],
  ['a server that starts', withCode('the database system is starting up', '57P03')],
  ['too many connections', withCode('sorry, too many clients already', '53300')],
  ['one of these as a cause', new Error('Failed query', { cause: withCode('gone', '08006') })],
])('knows that the database is away: %s', (_name, error) => {
  expect(isDatabaseAway(error)).toBe(true);
});

it.each([
  ['a statement that is wrong', withCode('syntax error', '42601')],
  ['a row that is taken', withCode('duplicate key', '23505')],
  ['a statement that took too long', withCode('canceling statement', '57014')],
  ['a bug', new TypeError('undefined is not a function')],
  ['no error at all', 'Connection terminated'],
])('does not mistake anything else for it: %s', (_name, error) => {
  expect(isDatabaseAway(error)).toBe(false);
});

it('recognizes the real error of the driver', async () => {
  const pool = new pg.Pool({ host: '127.0.0.1', port: await findFreePort() });
  const error = await pool.query('select 1').catch((cause) => cause);
  expect(isDatabaseAway(error)).toBe(true);
  await pool.end();
});

it('responds with 503 and what to do, and with 500 to a bug', async () => {
  const app = fastify();
  app.setErrorHandler(handleError);
  app.get('/away', async () => {
    throw withCode('connect ECONNREFUSED', 'ECONNREFUSED');
  });
  app.get('/bug', async () => {
    throw new TypeError('undefined is not a function');
  });
  const away = await app.inject('/away');
  expect(away.statusCode).toBe(503);
  expect(away.json()).toMatchObject({ code: 'not-ready', retryAfter: 3 });
  expect(away.headers['retry-after']).toBe('3');
  expect((await app.inject('/bug')).json().code).toBe('internal');
});
