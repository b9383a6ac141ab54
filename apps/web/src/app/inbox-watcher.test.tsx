import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildActivity } from '#testing/activity';
import { createFakeApi } from '#testing/fake-api';
import { ALICE, BOB, USDC } from '#testing/network';
import { buildContact } from '#testing/saved-contact';
import { AVAX, buildSwapHop, buildSwapRoute, buildSwapView } from '#testing/swap-route';
import { buildUser } from '#testing/user';
import { HISTORY_KEYS } from '../lib/history-keys.ts';
import { MemoryRouter, useLocation } from '../lib/navigation/navigation.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { type InboxData, inboxResponses } from '../routes/inbox.test-setup.tsx';
import { signOutLocally, storeSignIn } from '../state/auth-session.ts';
import { isDiscreet, toggleDiscretion } from '../state/discretion.ts';
import { useArrivedCoins, useInboxCount } from '../state/incoming.ts';
import { closeToast, useToasts } from '../state/toast.ts';
import { ToastList } from '../ui/toast-list.tsx';
import InboxWatcher from './inbox-watcher.tsx';

beforeEach(() => {
  storeSignIn({ user: buildUser(), accessToken: 'access-1', refreshToken: 'refresh-1' });
  if (isDiscreet()) toggleDiscretion();
});
afterEach(() => {
  act(() => closeToasts());
  cleanup();
  act(() => {
    signOutLocally();
    if (!isDiscreet()) toggleDiscretion();
  });
  vi.unstubAllGlobals();
});

const BOB_SAVED = buildContact({ name: 'Bob', publicAddress: BOB });
const now = () => new Date().toISOString();

function Seen() {
  const count = useInboxCount();
  const coins = useArrivedCoins();
  const { pathname } = useLocation();
  return (
    <p data-testid="seen">
      {`${pathname} ${count} new ${coins.map(({ mode, tokenId }) => `${mode} ${tokenId}`).join()}`}
    </p>
  );
}

let closeToasts = () => {};

function Toasts() {
  const toasts = useToasts();
  closeToasts = () => {
    for (const { id } of toasts) closeToast(id);
  };
  return <ToastList toasts={toasts} onClose={closeToast} />;
}

/** Watches an inbox; `change` is what the next read of it finds. */
function start(first: InboxData, responses: Parameters<typeof createFakeApi>[0] = {}) {
  let data = first;
  const api = createFakeApi({ ...inboxResponses(() => data), ...responses });
  vi.stubGlobal('fetch', api.fetch);
  const client = createQueryClient();
  const page = (isSignedIn: boolean) => (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        {isSignedIn ? <InboxWatcher /> : null}
        <Seen />
      </MemoryRouter>
      <Toasts />
    </QueryClientProvider>
  );
  const { rerender } = render(page(true));
  return {
    leave: () => rerender(page(false)),
    user: userEvent.setup(),
    async change(next: InboxData) {
      data = next;
      await act(async () => {
        for (const queryKey of Object.values(HISTORY_KEYS)) {
          await client.invalidateQueries({ queryKey });
        }
      });
    },
  };
}

const seen = () => screen.getByTestId('seen').textContent;
const known = { contacts: [BOB_SAVED], readUntil: '2026-11-21T09:00:00.000Z' };
const old = buildActivity({ id: 'old', transactionHash: '0x0' });
const untilKnown = () => waitFor(() => expect(seen()).toContain('1 new'));
const untilSaid = (text: string) =>
  waitFor(() => expect(screen.getByRole('status').textContent).toContain(text));

test('what was there before is counted and not announced', async () => {
  start({ ...known, open: [old] });
  await untilKnown();
  expect(screen.queryByRole('status')).toBeNull();
});

test('money that arrives is announced with its message, marks its coin, and leads to its page', async () => {
  const { user, change } = start({ ...known, open: [old] });
  await untilKnown();
  const fresh = buildActivity({ type: 'internal-transfer', memo: 'Dinner', date: now() });
  await change({ ...known, open: [old], hidden: [fresh] });
  const toast = await screen.findByRole('status');
  expect(toast.textContent).toContain('Bob sent you 1.5 USDC');
  expect(toast.textContent).toContain('“Dinner” · Private');
  expect(seen()).toBe('/ 2 new private polygon-usdc');
  await user.click(within(toast).getByRole('button', { name: 'View' }));
  expect(seen()).toContain('/activity/wallet/transaction-31337-0x1');
  expect(screen.queryByRole('status')).toBeNull();
});

test('while figures are hidden it names neither amount nor message, also when they are hidden later', async () => {
  const { change } = start({ ...known, open: [old] });
  await untilKnown();
  const fresh = buildActivity({ type: 'internal-transfer', memo: 'Dinner', date: now() });
  await change({ ...known, open: [old], hidden: [fresh] });
  await untilSaid('Bob sent you 1.5 USDC');
  act(() => toggleDiscretion());
  expect(screen.getByRole('status').textContent).toBe('Bob sent you moneyPrivateView');
});

test('a sign-out takes the toast and the count with it', async () => {
  const { change, leave } = start({ ...known, open: [old] });
  await untilKnown();
  const fresh = buildActivity({ type: 'internal-transfer', date: now() });
  await change({ ...known, open: [old], hidden: [fresh] });
  await screen.findByRole('status');
  leave();
  expect(screen.queryByRole('status')).toBeNull();
  expect(seen()).toContain('0 new');
});

test('several payments are one toast, which leads to the inbox', async () => {
  const { user, change } = start({ ...known, open: [old] });
  await untilKnown();
  const paid = (id: string) => buildActivity({ id, transactionHash: `0x${id}`, date: now() });
  await change({ ...known, open: [old, paid('a')] });
  await untilSaid('Bob sent you 1.5 USDC');
  await change({ ...known, open: [old, paid('a'), paid('b')] });
  expect(await screen.findByText('2 payments arrived')).toBeDefined();
  expect(screen.getAllByRole('status')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'View' }));
  expect(seen()).toContain('/dashboard/inbox');
});

test('nothing that the user did themselves is announced: a shield, a claim, a swap', async () => {
  const { change } = start({ ...known, open: [old] });
  await untilKnown();
  const own = { operationId: 'one', date: now() } as const;
  await change({
    ...known,
    open: [
      old,
      buildActivity({ ...own, id: 'a', type: 'shield', direction: 'out', from: ALICE }),
      buildActivity({ ...own, id: 'b', operationId: 'two', transactionHash: '0x2' }),
      buildActivity({ ...own, id: 'c', type: 'swap', swapId: 's', operationId: 'three' }),
    ],
    hidden: [buildActivity({ ...own, id: 'd', type: 'shield' })],
  });
  await waitFor(() => expect(seen()).toContain('4 new'));
  expect(screen.queryByRole('status')).toBeNull();
});

test('what a swap in progress brings is not announced before it is known to be a part of it', async () => {
  const route = buildSwapRoute([buildSwapHop(AVAX, USDC)], { requestId: 's', outputAmount: '1.5' });
  const { change } = start(
    { ...known, open: [old] },
    { 'GET /api/rango/history': () => ({ body: { data: [buildSwapView(route)], next: null } }) },
  );
  await untilKnown();
  const sold = buildActivity({ id: 'a', type: 'swap', direction: 'out', swapId: 's', date: now() });
  const arrived = buildActivity({ id: 'b', transactionHash: '0x2', from: ALICE, date: now() });
  await change({ ...known, open: [arrived, sold, old] });
  expect(seen()).toContain('1 new');
  expect(screen.queryByRole('status')).toBeNull();
});

test('what was found late is in the inbox only', async () => {
  const { change } = start({ ...known, open: [old] });
  await untilKnown();
  const late = buildActivity({ type: 'internal-transfer', date: '2026-11-21T11:00:00.000Z' });
  await change({ ...known, open: [old], hidden: [late] });
  await waitFor(() => expect(seen()).toContain('2 new'));
  expect(screen.queryByRole('status')).toBeNull();
});
