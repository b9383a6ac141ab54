import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeApi } from '#testing/fake-api';
import { createQueryClient } from '../../../lib/query-client.ts';
import { useCoins } from './coins.ts';
import { usePrivateCoins } from './private-coins.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Page() {
  useCoins(true, true);
  usePrivateCoins(true, true);
  return null;
}

test('balances that aren’t listed are read soon after an error, and rarely otherwise', async () => {
  let isDown = false;
  const unless = (body: unknown) => () => (isDown ? { status: 503, body: {} } : { body });
  const privateState = { status: 'ready', asOf: null };
  const api = createFakeApi({
    'GET /api/wallet/public/coins': unless({ data: [] }),
    'GET /api/wallet/private/coins': unless({ data: [], privateState }),
  });
  vi.stubGlobal('fetch', api.fetch);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
  const readsAfter = async (ms: number) => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
    return ['public', 'private'].map(
      (mode) => api.seen.filter(({ path }) => path.includes(`/${mode}/`)).length,
    );
  };
  expect(await readsAfter(59_000)).toEqual([1, 1]);
  isDown = true;
  expect(await readsAfter(17_000)).toEqual([3, 3]);
  isDown = false;
  expect(await readsAfter(15_000)).toEqual([4, 4]);
  expect(await readsAfter(55_000)).toEqual([4, 4]);
  expect(await readsAfter(10_000)).toEqual([5, 5]);
});
