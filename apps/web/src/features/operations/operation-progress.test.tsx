import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeApi } from '#testing/fake-api';
import { buildOperationView } from '#testing/operation-view';
import type { OperationView } from '#wire/wallet/operation';
import { MemoryRouter } from '../../lib/navigation/navigation.tsx';
import { createQueryClient } from '../../lib/query-client.ts';
import { isDiscreet, toggleDiscretion } from '../../state/discretion.ts';
import { OperationProgress } from './operation-progress.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('onChange is called on every change', async () => {
  const accepted = buildOperationView({ kind: 'unshield', transactionHash: null });
  const sent = { ...accepted, transactionHash: `0x${'9f'.repeat(32)}` };
  let response = accepted;
  const api = createFakeApi({
    [`GET /api/wallet/operations/${accepted.id}`]: () => ({ body: { data: response } }),
  });
  vi.stubGlobal('fetch', api.fetch);
  const hashes: (string | null)[] = [];
  const onChange = ({ transactionHash }: OperationView) => hashes.push(transactionHash);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <OperationProgress operation={accepted} onChange={onChange} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(new Set(hashes)).toEqual(new Set([null]));
  response = sent;
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(hashes.at(-1)).toBe(sent.transactionHash);
});

function renderEnd(values: Partial<OperationView>) {
  const operation = buildOperationView(values);
  const path = `GET /api/wallet/operations/${operation.id}`;
  const api = createFakeApi({ [path]: () => ({ body: { data: operation } }) });
  vi.stubGlobal('fetch', api.fetch);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <OperationProgress operation={operation} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test('a payment of which the token kept a part shows what was sent and what arrived', () => {
  if (isDiscreet()) toggleDiscretion();
  renderEnd({ status: 'confirmed', arrived: '24500000' });
  expect(screen.getByRole('status').textContent).toBe(
    'You sent 25 USDC. 24.5 USDC arrived; the token kept 0.5 USDC.',
  );
  act(toggleDiscretion);
  expect(screen.getByRole('status').textContent).not.toContain('USDC');
});

test('an unshield of which the token kept a part is compared with what the pool paid out', () => {
  if (isDiscreet()) toggleDiscretion();
  renderEnd({ kind: 'unshield', status: 'confirmed', poolFee: '62500', arrived: '24437500' });
  expect(screen.getByRole('status').textContent).toBe(
    'You sent 24.9375 USDC. 24.4375 USDC arrived; the token kept 0.5 USDC.',
  );
});

test('an unshield that the token did not record at all is shown with nothing arrived', () => {
  if (isDiscreet()) toggleDiscretion();
  renderEnd({ kind: 'unshield', status: 'confirmed', poolFee: '62500', arrived: '0' });
  expect(screen.getByRole('status').textContent).toBe(
    'You sent 24.9375 USDC. 0 USDC arrived; the token kept 24.9375 USDC.',
  );
});

test('a payment that arrived whole says nothing more', () => {
  renderEnd({ status: 'confirmed', arrived: '25000000' });
  expect(screen.queryByRole('status')).toBeNull();
  renderEnd({ kind: 'unshield', status: 'confirmed', poolFee: '62500', arrived: '24937500' });
  expect(screen.queryByRole('status')).toBeNull();
});

test('a payment that the token did not record may not have arrived', () => {
  const failure = 'The token recorded no transfer.';
  renderEnd({ status: 'reverted', arrived: '0', failure });
  expect(screen.getByRole('alert').textContent).toBe(
    `Your payment may not have arrived. ${failure}Get help`,
  );
  expect(screen.queryByText(/rejected/i)).toBeNull();
  expect(screen.queryByRole('status')).toBeNull();
});

test('a private payment of which only a part arrived says so, and what to do', () => {
  const failure = 'Your private history shows which part arrived.';
  renderEnd({ kind: 'internal-transfer', status: 'replaced', isPaidInPart: true, failure });
  expect(screen.getByRole('alert').textContent).toBe(
    `Your internal transfer arrived only in part. ${failure}Get help`,
  );
  expect(screen.queryByText(/didn’t go through|nothing was sent/i)).toBeNull();
});

test('an operation that the user cancelled is not announced as an error and shows no steps', () => {
  const failure = 'You cancelled this payment. Nothing was sent.';
  renderEnd({ kind: 'unshield', status: 'failed', failure, isCancelled: true });
  expect(screen.getByRole('status').textContent).toBe(failure);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('list')).toBeNull();
});
