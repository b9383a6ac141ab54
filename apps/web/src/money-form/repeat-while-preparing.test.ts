import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiResult } from '../lib/api-result.ts';
import { repeatWhilePreparing } from './repeat-while-preparing.ts';

const preparing: ApiResult<string> = {
  ok: false,
  error: { code: 'private-not-ready', message: 'Still preparing.', status: 503, retryAfter: 3 },
};
const sent: ApiResult<string> = { ok: true, data: 'sent' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function responding(...results: ApiResult<string>[]) {
  return vi.fn(async () => results.shift() ?? preparing);
}

async function afterMs<T>(result: Promise<T>, ms: number): Promise<T> {
  await vi.advanceTimersByTimeAsync(ms);
  return result;
}

test('repeats after as long as the server said, until it is decided', async () => {
  const request = responding(preparing, preparing, sent);
  const onPreparing = vi.fn();
  const result = repeatWhilePreparing(request, { isWanted: () => true, onPreparing });
  await vi.advanceTimersByTimeAsync(2_999);
  expect(request).toHaveBeenCalledTimes(1);
  expect(await afterMs(result, 3_001)).toEqual(sent);
  expect(request).toHaveBeenCalledTimes(3);
  expect(onPreparing).toHaveBeenCalledTimes(2);
});

test.each<[string, ApiResult<string>]>([
  ['it was accepted', sent],
  ['there was no response', { ok: false, error: { code: 'network', message: '', status: null } }],
  [
    'it was refused for another reason',
    { ok: false, error: { code: 'queue-full', message: '', status: 503, retryAfter: 3 } },
  ],
  [
    'nothing says when to try again',
    { ok: false, error: { code: 'private-not-ready', message: '', status: 503 } },
  ],
])('does not repeat when %s', async (_why, result) => {
  const request = responding(result);
  const options = { isWanted: () => true, onPreparing: vi.fn() };
  expect(await repeatWhilePreparing(request, options)).toBe(result);
  expect(request).toHaveBeenCalledTimes(1);
});

test('gives up after three minutes, and as soon as the form is closed', async () => {
  const options = { isWanted: () => true, onPreparing: vi.fn() };
  const tooLate = responding();
  expect(await afterMs(repeatWhilePreparing(tooLate, options), 180_000)).toBe(preparing);
  expect(tooLate).toHaveBeenCalledTimes(61);
  const closed = responding();
  let isWanted = true;
  const result = repeatWhilePreparing(closed, { ...options, isWanted: () => isWanted });
  isWanted = false;
  expect(await afterMs(result, 3_000)).toBe(preparing);
  expect(closed).toHaveBeenCalledTimes(1);
});
