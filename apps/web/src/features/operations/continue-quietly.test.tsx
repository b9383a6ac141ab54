import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeApi, type FakeResponse } from '#testing/fake-api';
import { createQueryClient } from '../../lib/query-client.ts';
import { useContinueQuietly } from './api/continue-operations.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const HOUR_MS = 60 * 60_000;

function Page({ isReady }: { readonly isReady: boolean }) {
  useContinueQuietly(isReady);
  return null;
}

function show(respond: () => FakeResponse = () => ({ body: { data: [] } })) {
  const api = createFakeApi({ 'POST /api/wallet/operations/continue': respond });
  vi.stubGlobal('fetch', api.fetch);
  const client = createQueryClient();
  const page = (isReady: boolean) => (
    <QueryClientProvider client={client}>
      <Page isReady={isReady} />
    </QueryClientProvider>
  );
  const { rerender } = render(page(false));
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { api, wait, ready: () => rerender(page(true)) };
}

test('a page has what no one claimed return once it is loaded, and every hour', async () => {
  const { api, wait, ready } = show();
  await wait(1_000);
  expect(api.seen).toEqual([]);
  ready();
  await wait(1_000);
  expect(api.seen).toHaveLength(1);
  await wait(HOUR_MS - 2_000);
  expect(api.seen).toHaveLength(1);
  await wait(2_000);
  expect(api.seen).toHaveLength(2);
});

test('it keeps no session awake, and what fails is left for the next hour', async () => {
  const { api, wait, ready } = show(() => 'no response');
  ready();
  await wait(60_000);
  expect(api.seen).toHaveLength(1);
  expect(api.seen[0]?.headers.get('x-background')).toBe('1');
});
