import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildClaimView } from '#testing/claim-view';
import { createFakeApi } from '#testing/fake-api';
import { buildOperationView } from '#testing/operation-view';
import type { ClaimView } from '#wire/wallet/claim';
import type { OperationView } from '#wire/wallet/operation';
import { keepClaim } from '../../claims/api/claims.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { isDiscreet, toggleDiscretion } from '../../state/discretion.ts';
import { closeToast, useToasts } from '../../state/toast.ts';
import { ToastList } from '../../ui/toast-list.tsx';
import { usePaymentNotifications } from './use-payment-notifications.ts';

beforeEach(() => {
  vi.useFakeTimers();
  if (isDiscreet()) toggleDiscretion();
});
afterEach(async () => {
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  cleanup();
  if (!isDiscreet()) toggleDiscretion();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const open = buildOperationView();
const final = buildOperationView({ status: 'confirmed' });
const refused = buildOperationView({
  status: 'reverted',
  failure: 'The network refused it. Only the fee was paid.',
});

function Notes({ isOn }: { isOn: boolean }) {
  usePaymentNotifications(isOn);
  return <ToastList toasts={useToasts()} onClose={closeToast} />;
}

/** A payment is in progress, then drops out of the list and has become `end`. */
async function finishOperation(end: OperationView, isOn = true, claim?: ClaimView) {
  let list: OperationView[] = [open];
  const api = createFakeApi({
    'GET /api/wallet/operations': () => ({ body: { data: list } }),
    [`GET /api/wallet/operations/${open.id}`]: () => ({ body: { data: end } }),
  });
  vi.stubGlobal('fetch', api.fetch);
  const client = createQueryClient();
  if (claim !== undefined) keepClaim(client, claim);
  render(
    <QueryClientProvider client={client}>
      <Notes isOn={isOn} />
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(100));
  list = [];
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  return api;
}

test('a private payment by link is announced with what its recipient gets', async () => {
  const claim = buildClaimView({ balance: 'private', operationId: open.id, amount: '25000000' });
  const end = { ...final, kind: 'internal-transfer', amount: '25120000' } as const;
  await finishOperation(end, true, claim);
  screen.getByText('Your payment of 25 USDC is confirmed.');
});

test('a payment of which the token kept a part is announced with what arrived', async () => {
  await finishOperation({ ...final, arrived: '24500000' });
  screen.getByText('Your payment of 25 USDC is final. 24.5 USDC arrived; the token kept 0.5 USDC.');
});

test('a payment that the token did not record is announced as one that may not have arrived', async () => {
  await finishOperation({ ...refused, arrived: '0' });
  screen.getByText(/^Your payment of 25 USDC may not have arrived\./);
});

test('a private payment of which only a part arrived is announced so', async () => {
  await finishOperation({ ...refused, isPaidInPart: true });
  screen.getByText(/^Your payment of 25 USDC arrived only in part\./);
});

test('a payment that becomes final is announced once, with its amount', async () => {
  await finishOperation(final);
  expect(screen.getAllByText('Your payment of 25 USDC is final.')).toHaveLength(1);
});

test('a payment that fails is announced with the reason', async () => {
  await finishOperation(refused);
  expect(
    screen.getByText(
      'Your payment of 25 USDC didn’t go through. The network refused it. Only the fee was paid.',
    ),
  ).toBeDefined();
});

test('a payment that the user cancelled is announced as cancelled, not as failed', async () => {
  const failure = 'You cancelled this payment. Nothing was sent.';
  await finishOperation(
    buildOperationView({ kind: 'unshield', status: 'failed', failure, isCancelled: true }),
  );
  expect(
    screen.getByText('You cancelled your unshield of 25 USDC. Nothing was sent.'),
  ).toBeDefined();
  expect(screen.queryByText(/was not made/)).toBeNull();
});

test('a payment that was cancelled after it was sent is announced as cancelled, by whomever', async () => {
  await finishOperation(
    buildOperationView({ status: 'replaced', failure: 'Nothing was sent.', isCancelled: true }),
  );
  expect(
    screen.getByText('Your payment of 25 USDC was cancelled. Nothing was sent.'),
  ).toBeDefined();
});

test('a confirmed shield is announced as confirmed', async () => {
  await finishOperation(buildOperationView({ kind: 'shield', status: 'confirmed' }));
  expect(screen.getByText('Your shield of 25 USDC is confirmed.')).toBeDefined();
});

test('with figures hidden the notification has no amount', async () => {
  toggleDiscretion();
  await finishOperation(final);
  expect(screen.getByText('Your payment is final.')).toBeDefined();
  expect(screen.queryByText(/25/)).toBeNull();
});

test('when switched off it shows nothing and requests nothing', async () => {
  const api = await finishOperation(final, false);
  expect(screen.queryByText(/Your payment/)).toBeNull();
  expect(api.seen).toHaveLength(0);
});

test('its reads are marked as background reads, so that they do not keep the session alive', async () => {
  const api = await finishOperation(final);
  expect(api.seen.every(({ headers }) => headers.get('x-background') === '1')).toBe(true);
});
