import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildClaimView } from '#testing/claim-view';
import { createFakeApi } from '#testing/fake-api';
import { buildOperationView } from '#testing/operation-view';
import type { OperationView } from '#wire/wallet/operation';
import { createQueryClient } from '../../lib/query-client.ts';
import { useContinueReturns } from './use-continue-returns.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const WALLET = `0zk1${'w'.repeat(123)}`;
const claim = buildClaimView({ balance: 'private', address: WALLET, state: 'returning' });
const locked = buildOperationView({
  ...{ kind: 'internal-transfer', status: 'needs_unlock', from: WALLET, to: '0zk1own' },
});

function Page({ operations }: { readonly operations: readonly OperationView[] }) {
  useContinueReturns(operations);
  return null;
}

function show(operations: readonly OperationView[]) {
  const api = createFakeApi({
    'GET /api/wallet/claims': () => ({ body: { data: [claim] } }),
    [`POST /api/wallet/claims/${claim.id}/take-back`]: () => ({
      body: { data: claim, operation: locked },
    }),
  });
  vi.stubGlobal('fetch', api.fetch);
  const client = createQueryClient();
  const page = (shown: readonly OperationView[]) => (
    <QueryClientProvider client={client}>
      <Page operations={shown} />
    </QueryClientProvider>
  );
  const { rerender } = render(page(operations));
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const calls = () => api.seen.filter(({ path }) => path.endsWith('/take-back'));
  return { api, wait, calls, next: (shown: readonly OperationView[]) => rerender(page(shown)) };
}

test('a return that waits to be unlocked is continued until it isn’t, and keeps no session awake', async () => {
  const { wait, calls, next } = show([locked]);
  await wait(1_000);
  expect(calls()).toHaveLength(1);
  expect(calls()[0]?.headers.get('x-background')).toBe('1');
  await wait(5_000);
  expect(calls()).toHaveLength(2);
  next([{ ...locked, status: 'created' }]);
  await wait(20_000);
  expect(calls()).toHaveLength(2);
});

test('a transfer of the user’s own that waits for them is none', async () => {
  const { wait, calls } = show([{ ...locked, from: '0zk1own', to: WALLET }]);
  await wait(20_000);
  expect(calls()).toEqual([]);
});

test('while nothing waits, no payment by link is read', async () => {
  const { api, wait } = show([{ ...locked, status: 'broadcast' }]);
  await wait(20_000);
  expect(api.seen).toEqual([]);
});
