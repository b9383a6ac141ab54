import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeApi } from '#testing/fake-api';
import { buildOperationView } from '#testing/operation-view';
import type { WaitingAccount } from '#wire/wallet/continue-operations';
import type { OperationView } from '#wire/wallet/operation';
import { MemoryRouter } from '../../lib/navigation/navigation.tsx';
import { createQueryClient } from '../../lib/query-client.ts';
import { OperationProgress } from './operation-progress.tsx';
import { OperationStrips } from './operation-strips.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const CONTINUE = 'POST /api/wallet/operations/continue';

/** A payment that was sent so many seconds ago and is in no block. */
function waitingFor(seconds: number, more: Partial<OperationView> = {}): OperationView {
  const createdAt = new Date(Date.now() - seconds * 1_000).toISOString();
  const step = { at: createdAt, progress: null };
  return buildOperationView({
    status: 'broadcast',
    createdAt,
    steps: [
      { name: 'signed', state: 'done', ...step },
      { name: 'sent', state: 'done', ...step },
      { name: 'final', state: 'now', at: null, progress: null },
    ],
    ...more,
  });
}

/** Shows a payment in the strip and on its page; the server says what the accounts wait for. */
async function show(operation: OperationView, accounts: () => readonly WaitingAccount[]) {
  const requests: string[] = [];
  const api = createFakeApi({
    [`GET /api/wallet/operations/${operation.id}`]: () => ({ body: { data: operation } }),
    [CONTINUE]: () => {
      requests.push(CONTINUE);
      return { body: { data: accounts() } };
    },
  });
  vi.stubGlobal('fetch', api.fetch);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <OperationStrips operations={[operation]} isHidden={false} />
        <OperationProgress operation={operation} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(500));
  return requests;
}

const waitsFor =
  (problem: string | null, chainId = buildOperationView().chainId) =>
  () => [{ chainId, problem }];
const WAITING = 'Polygon is waiting for an earlier transaction of your account.';

test('a payment behind a nonce gap says that we clear the way, in the strip and on its page', async () => {
  const requests = await show(waitingFor(180), waitsFor(null));
  expect(requests).toHaveLength(1);
  screen.getByText(`${WAITING} We’re clearing the way.`);
  screen.getByText(`${WAITING} We’re clearing the way. There’s no need to send it again.`);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(requests).toHaveLength(3);
});

test('it says so, and offers no higher fee, only while it waits', async () => {
  let accounts: readonly WaitingAccount[] = waitsFor(null)();
  const possible = { isCancellable: true, canSpeedUp: true };
  await show(waitingFor(180, possible), () => accounts);
  expect(screen.queryByRole('button', { name: /Speed up/ })).toBeNull();
  expect(screen.getAllByRole('button', { name: /Cancel/ })).toHaveLength(2);
  accounts = [];
  await act(() => vi.advanceTimersByTimeAsync(6_000));
  expect(screen.queryByText(WAITING, { exact: false })).toBeNull();
  expect(screen.getAllByRole('button', { name: /Speed up/ })).toHaveLength(2);
  screen.getAllByText('Polygon hasn’t confirmed it yet. We’re still checking', { exact: false });
});

test('it says what is missing for the network fee', async () => {
  const problem = 'You need 0.01 POL for the network fee.';
  await show(waitingFor(180), waitsFor(problem));
  screen.getByText(`${WAITING} ${problem}`);
});

test.each<[string, OperationView]>([
  ['was just sent', waitingFor(20)],
  ['is private', waitingFor(180, { kind: 'unshield' })],
  ['is in a block', waitingFor(180, { status: 'mined' })],
])('nothing is requested for a payment that %s', async (_why, operation) => {
  expect(await show(operation, waitsFor(null))).toEqual([]);
  expect(screen.queryByText(WAITING, { exact: false })).toBeNull();
});

test('a gap on another network is not named', async () => {
  await show(waitingFor(180), waitsFor(null, 1));
  expect(screen.queryByText(WAITING, { exact: false })).toBeNull();
});
