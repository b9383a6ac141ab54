import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { createFakeApi } from '#testing/fake-api';
import { buildOperationView } from '#testing/operation-view';
import type { OperationView } from '#wire/wallet/operation';
import { MemoryRouter } from '../../lib/navigation/navigation.tsx';
import { createQueryClient } from '../../lib/query-client.ts';
import { useToasts } from '../../state/toast.ts';
import { OperationProgress } from './operation-progress.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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
    isCancellable: true,
    canSpeedUp: true,
    ...more,
  });
}

function start(
  operation: OperationView,
  responses: Partial<Record<string, Partial<OperationView>>>,
) {
  let now = operation;
  const path = `/api/wallet/operations/${operation.id}`;
  const post = (what: string) => () => {
    now = { ...now, ...responses[what] };
    return { body: { data: now } };
  };
  const api = createFakeApi({
    [`GET ${path}`]: () => ({ body: { data: now } }),
    'GET /api/wallet/operations': () => ({ body: { data: [now] } }),
    [`POST ${path}/cancel`]: post('cancel'),
    [`POST ${path}/speed-up`]: post('speed-up'),
  });
  vi.stubGlobal('fetch', api.fetch);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <OperationProgress operation={operation} />
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { api, user: userEvent.setup() };
}

function Toasts() {
  return useToasts().map(({ id, text }) => <p key={id}>{text}</p>);
}

const button = (name: string) => screen.queryByRole('button', { name });

test('a payment that the network has not confirmed for 15 seconds can be cancelled and sped up', () => {
  start(waitingFor(14), {});
  expect([button('Cancel payment'), button('Speed up')]).toEqual([null, null]);
  cleanup();
  start(waitingFor(15), {});
  expect([button('Cancel payment'), button('Speed up')]).not.toContain(null);
});

test('a payment that cannot be changed offers neither', () => {
  start(waitingFor(60, { isCancellable: false, canSpeedUp: false }), {});
  expect([button('Cancel payment'), button('Speed up')]).toEqual([null, null]);
});

test('cancelling a payment that was sent promises nothing, and is not over until the network says so', async () => {
  const isCancelling = { isCancellable: false, canSpeedUp: false, isCancelling: true };
  const { user } = start(waitingFor(60), { cancel: isCancelling });
  await user.click(await screen.findByRole('button', { name: 'Cancel payment' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain(
    'We’ll try to stop it. If Polygon has already confirmed it, it can’t be stopped. Cancelling costs a network fee.',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Cancel payment' }));
  const status = await screen.findByText('Cancelling… Polygon has to confirm it.');
  expect(status.closest('[role=status]')).not.toBeNull();
  expect(document.body.textContent).not.toContain('cancelled');
  expect(screen.queryByRole('list')).toBeNull();
});

test('speeding up says that a higher fee is offered', async () => {
  const { user } = start(waitingFor(60), { 'speed-up': { canSpeedUp: false } });
  await user.click(await screen.findByRole('button', { name: 'Speed up' }));
  expect(await screen.findByText('We’re offering Polygon a higher network fee.')).toBeDefined();
  expect(button('Speed up')).toBeNull();
  expect(button('Cancel payment')).not.toBeNull();
});

test('a payment that was confirmed all the same says that it was too late to cancel', async () => {
  const confirmed = { status: 'confirmed', isCancellable: false, canSpeedUp: false } as const;
  start(waitingFor(60, { ...confirmed, isCancelledTooLate: true }), {});
  const says = 'It was too late to cancel: Polygon confirmed this payment.';
  expect(await screen.findByText(says)).toBeDefined();
});
