import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeApi } from '#testing/fake-api';
import { login } from '#wire/auth/login';
import { callApi } from '../api-client.ts';
import { solveWork } from './solve-work.ts';

const modulus = 1_000_003n * 998_244_353n;
const puzzle = {
  token: 'token-1',
  modulus: modulus.toString(16),
  base: 123_456_789n.toString(16),
  squarings: 100_000,
};
const result = (() => {
  let value = 123_456_789n;
  for (let done = 0; done < puzzle.squarings; done += 1) value = (value * value) % modulus;
  return value.toString(16);
})();
const needed = {
  status: 429,
  body: { error: 'We’re checking.', code: 'work-needed', work: puzzle },
};
const refused = { status: 401, body: { error: 'Incorrect.', code: 'wrong-credentials' } };
const body = { email: 'alice@kax.test', password: 'Piggy!Bank7' };

beforeEach(() => vi.stubGlobal('Worker', undefined));
afterEach(() => vi.unstubAllGlobals());

function startApi(respond: Parameters<typeof createFakeApi>[0][string]) {
  const api = createFakeApi({ 'POST /api/auth/login': respond });
  vi.stubGlobal('fetch', api.fetch);
  return api;
}

/** Computes what the worker’s file would, and reports as it does. */
class FakeWorker extends EventTarget {
  postMessage() {
    const report = (data: object) => this.dispatchEvent(new MessageEvent('message', { data }));
    queueMicrotask(() => {
      report({ share: 0.5, result: '' });
      report({ share: 1, result });
    });
  }
  terminate() {}
}

test('without a worker, the page does the work itself, and says how far it is', async () => {
  const shares: number[] = [];
  const work = await solveWork(puzzle, { onProgress: (share) => shares.push(share) });
  expect(work).toBe(`token-1.${result}`);
  expect(shares[0]).toBe(0);
  expect(shares.at(-1)).toBe(1);
  expect(shares).toEqual([...shares].sort((one, other) => one - other));
});

test('a worker that cannot load is replaced by the page', async () => {
  class Broken extends EventTarget {
    postMessage() {
      queueMicrotask(() => this.dispatchEvent(new Event('error')));
    }
    terminate() {}
  }
  vi.stubGlobal('Worker', Broken);
  expect(await solveWork(puzzle, { onProgress: () => {} })).toBe(`token-1.${result}`);
});

test('a browser that refuses to start a worker is no reason to give up', async () => {
  vi.stubGlobal('Worker', function refuse() {
    throw new Error('blocked');
  });
  expect(await solveWork(puzzle, { onProgress: () => {} })).toBe(`token-1.${result}`);
});

test('a call that needs work is repeated with its result, and the caller hears of the progress', async () => {
  vi.stubGlobal('Worker', FakeWorker);
  const api = startApi(({ headers }) => (headers.has('kax-work') ? refused : needed));
  const shares: number[] = [];

  const outcome = await callApi(login, { body, onWork: (share) => shares.push(share) });

  expect(outcome).toMatchObject({ ok: false, error: { code: 'wrong-credentials' } });
  expect(api.seen.map(({ headers }) => headers.get('kax-work'))).toEqual([
    null,
    `token-1.${result}`,
  ]);
  expect(api.seen[1]?.body).toEqual(body);
  expect(shares).toEqual([0, 0.5, 1]);
});

test('a server that always asks for more is asked four times at most', async () => {
  vi.stubGlobal('Worker', FakeWorker);
  const api = startApi(() => needed);
  const outcome = await callApi(login, { body });
  expect(outcome).toMatchObject({ ok: false, error: { code: 'work-needed', status: 429 } });
  expect(api.seen).toHaveLength(4);
});

test.each([true, false])('work ends when the caller cancels (with a worker: %s)', async (has) => {
  class Silent extends EventTarget {
    postMessage() {}
    terminate = ended;
  }
  const ended = vi.fn();
  if (has) vi.stubGlobal('Worker', Silent);
  const endless = { ...needed, body: { ...needed.body, work: { ...puzzle, squarings: 1e12 } } };
  const api = startApi(() => endless);
  const controller = new AbortController();
  const onWork = (share: number) => share === 0 && setTimeout(() => controller.abort());

  const outcome = await callApi(login, { body, signal: controller.signal, onWork });

  expect(outcome).toMatchObject({ ok: false, error: { code: 'aborted' } });
  expect(api.seen).toHaveLength(1);
  expect(ended).toHaveBeenCalledTimes(has ? 1 : 0);
});
