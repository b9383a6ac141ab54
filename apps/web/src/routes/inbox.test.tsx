import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { buildActivity } from '#testing/activity';
import { buildClaimView } from '#testing/claim-view';
import { ALICE, BOB } from '#testing/network';
import { buildOwnRequest } from '#testing/payment-link';
import { buildContact } from '#testing/saved-contact';
import { buildSecurityEvent } from '#testing/security-event';
import { buildUserSession } from '#testing/user-session';
import { currentPath, signInBeforeEachPage, startPage } from '../app/protected-page.test-setup.tsx';
import { isDiscreet, toggleDiscretion } from '../state/discretion.ts';
import { type InboxData, inboxResponses } from './inbox.test-setup.tsx';
import InboxPage from './inbox.tsx';

signInBeforeEachPage();
afterEach(() => {
  if (!isDiscreet()) toggleDiscretion();
});

const DAY_MS = 24 * 60 * 60_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const BOB_SAVED = buildContact({ name: 'Bob', publicAddress: BOB });
const LENA = buildContact({ id: 'lena', name: 'Lena Ortiz', emailOrPhone: 'lena@post.test' });

function start(
  data: InboxData | (() => InboxData),
  responses: Parameters<typeof startPage>[2] = {},
) {
  const given = typeof data === 'function' ? data : () => data;
  return startPage(<InboxPage />, '/dashboard/inbox', { ...inboxResponses(given), ...responses });
}

const showAmounts = () => {
  if (isDiscreet()) toggleDiscretion();
};

async function rows() {
  await waitFor(() => expect(screen.queryAllByTestId('inbox-skeleton')).toEqual([]));
  return within(await screen.findByRole('region', { name: 'Inbox' })).getAllByRole('listitem');
}
const texts = async () =>
  (await rows()).map(({ textContent }) => textContent?.replace(/(?:\d\d:\d\d|Yesterday)$/, ''));

/** What comes from outside of Kax: no operation of ours. */
const paid = (more: Parameters<typeof buildActivity>[0] = {}) =>
  buildActivity({ date: ago(60_000), ...more });

test('money from a contact says who, how much, with which message and where it is', async () => {
  showAmounts();
  start({
    contacts: [BOB_SAVED],
    hidden: [paid({ type: 'internal-transfer', from: BOB, memo: 'Dinner' })],
  });
  expect(await texts()).toEqual(['Bob sent you 1.5 USDC“Dinner”. It’s in your private balance.']);
});

test('while figures are hidden, it says neither how much nor the message', async () => {
  start({
    contacts: [BOB_SAVED],
    hidden: [paid({ type: 'internal-transfer', from: BOB, memo: 'Dinner' })],
  });
  expect(await texts()).toEqual(['Bob sent you moneyIt’s in your private balance.']);
  expect(document.body.innerHTML).not.toContain('Dinner');
  expect(document.body.innerHTML).not.toContain('1.5');
});

test('a name that its sender gave has the address beside it, and an unknown sender is none', async () => {
  showAmounts();
  const hidden = [
    paid({ id: 'a', transactionHash: '0x1', type: 'internal-transfer', fromName: 'Bob Fake' }),
    paid({ id: 'b', transactionHash: '0x2', type: 'internal-transfer', from: null }),
  ];
  start({ hidden });
  expect((await texts()).toSorted()).toEqual([
    'Bob Fake sent you 1.5 USDCFrom 0x7099…79C8. It’s in your private balance.',
    'You received 1.5 USDCIt’s in your private balance.',
  ]);
});

test('public money is listed once it is final, and payments of nothing never are', async () => {
  showAmounts();
  start({
    open: [
      paid({ id: 'a', transactionHash: '0x1', status: 'pending' }),
      paid({ id: 'b', transactionHash: '0x2', amountBaseUnits: '0' }),
      paid({ id: 'c', transactionHash: '0x3' }),
    ],
  });
  expect(await texts()).toEqual(['0x7099…79C8 sent you 1.5 USDCIt’s in your public balance.']);
});

test('a payment request that was paid is one item, named as such', async () => {
  showAmounts();
  const request = buildOwnRequest({
    ...{ state: 'paid', message: 'Taxi home', transactionHash: '0x1', paidAt: ago(60_000) },
  });
  start({ contacts: [BOB_SAVED], open: [paid()], requests: [request] });
  expect(await texts()).toEqual([
    'Bob paid your request for 1.5 USDC“Taxi home”. It’s in your public balance.',
  ]);
});

test('the ends of own payments are listed: private now, sent, failed; not what the user cancelled', async () => {
  showAmounts();
  const out = { direction: 'out', from: ALICE, to: BOB } as const;
  start({
    contacts: [BOB_SAVED],
    open: [
      buildActivity({ ...out, id: 'a', type: 'shield', operationId: 'one', date: ago(1_000) }),
      buildActivity({ ...out, id: 'b', type: 'send', operationId: 'two', date: ago(2_000) }),
      buildActivity({
        ...{ ...out, id: 'c', type: 'send', operationId: 'three', date: ago(3_000) },
        ...{ status: 'failed', direction: 'none', failure: 'Nothing left your wallet.' },
      }),
      buildActivity({
        ...{ ...out, id: 'd', type: 'send', operationId: 'four', date: ago(4_000) },
        ...{ status: 'failed', direction: 'none', failure: 'You cancelled this payment.' },
      }),
      buildActivity({
        ...{ ...out, id: 'e', type: 'send', operationId: 'five', status: 'pending' },
      }),
    ],
    hidden: [buildActivity({ id: 'f', type: 'shield', operationId: 'one', date: ago(1_000) })],
  });
  const listed = await texts();
  expect(listed.slice(0, 3)).toEqual([
    '1.5 USDC is private nowIt’s ready to spend.',
    'You sent Bob 1.5 USDCIt’s final. Paid from your public balance.',
    'Your payment to Bob failedNothing left your wallet.',
  ]);
});

test('after 7 days a payment by link says that no one claimed it, and offers a reminder', async () => {
  showAmounts();
  const claim = buildClaimView({
    createdAt: ago(10 * DAY_MS),
    notifiedAt: ago(10 * DAY_MS),
    expiresAt: ago(-20 * DAY_MS),
  });
  const reminded = vi.fn(() => ({ body: { data: { ...claim, remindedAt: ago(0) } } }));
  const { user } = start(
    { contacts: [LENA], claims: [claim] },
    { [`POST /api/wallet/claims/${claim.id}/remind`]: reminded },
  );
  const [row] = await rows();
  expect(row?.textContent).toContain('Lena hasn’t claimed 50 USDC yet');
  expect(row?.textContent).toContain('You sent it 10 days ago. It comes back to you on ');
  expect(
    within(row as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe(`/activity/wallet/operation-${claim.operationId}`);
  await user.click(screen.getByRole('button', { name: 'Take it back' }));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Take this money back?' }));
  await user.click(dialog.getByRole('button', { name: 'Keep it there' }));
  await user.click(screen.getByRole('button', { name: 'Remind Lena' }));
  await waitFor(() => expect(reminded).toHaveBeenCalledOnce());
});

test('a sign-in from elsewhere names its device and leads to the sessions', async () => {
  const at = ago(DAY_MS);
  start({
    events: [
      buildSecurityEvent({ id: 'b', at, ip: '188.251.40.3', place: 'Lisbon, Portugal' }),
      buildSecurityEvent({ id: 'a', at: ago(9 * DAY_MS) }),
    ],
    sessions: [buildUserSession({ createdAt: at })],
  });
  const [row, ...others] = await rows();
  expect(others).toEqual([]);
  expect(row?.textContent).toContain('New sign-in: Firefox on Windows');
  expect(row?.textContent).toContain('Lisbon, Portugal · 188.251.40.3.');
  const link = screen.getByRole('link', { name: 'Check sessions' });
  expect(link.getAttribute('href')).toBe('/user-sessions');
});

test('what the user chose not to see is left out, but never what concerns the account', async () => {
  const off = { inbox: false, push: true, email: true };
  start({
    open: [paid()],
    events: [buildSecurityEvent({ event: 'passkey-added' })],
    topics: { arrivals: off, payments: off, links: off },
  });
  expect(await texts()).toHaveLength(1);
  expect((await texts())[0]).toMatch(/^Passkey added/);
});

test('what is new is above what was read, counts as read after a moment, and stays tinted', async () => {
  const { api } = start({
    open: [
      paid({ id: 'a', transactionHash: '0x1', date: ago(60_000) }),
      paid({ id: 'b', transactionHash: '0x2', date: ago(2 * DAY_MS) }),
    ],
    readUntil: ago(DAY_MS),
  });
  expect(await screen.findByRole('heading', { name: 'New' })).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Earlier' })).toBeDefined();
  expect(screen.getAllByRole('img', { name: 'New' })).toHaveLength(1);
  const marked = () => api.seen.filter(({ method }) => method === 'POST');
  await waitFor(() => expect(marked()).toHaveLength(1));
  expect(screen.getAllByRole('img', { name: 'New' })).toHaveLength(1);
});

test('leaving the page marks what it showed as read', async () => {
  const { api, user } = start({ open: [paid()], readUntil: ago(DAY_MS) });
  await user.click(within((await rows())[0] as HTMLElement).getByRole('link'));
  expect(currentPath()).toBe('/activity/wallet/transaction-31337-0x1');
  await waitFor(() =>
    expect(
      api.seen.some(({ method, path }) => `${method} ${path}` === 'POST /api/auth/inbox'),
    ).toBe(true),
  );
});

test('"Mark all as read" moves everything to Earlier, and the focus to the heading', async () => {
  const { user } = start({ open: [paid()], readUntil: ago(DAY_MS) });
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  expect(screen.queryByRole('heading', { name: 'New' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
});

test('an empty inbox says what will be here and leads to the choices', async () => {
  start({});
  expect(await screen.findByText('Nothing new')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Choose notifications' }).getAttribute('href')).toBe(
    '/dashboard/settings/notifications',
  );
});

test('skeletons stay until everything is known', async () => {
  const held = Promise.withResolvers<void>();
  start(
    { open: [paid()] },
    {
      'GET /api/auth/security-events': async () => {
        await held.promise;
        return { body: { events: [] } };
      },
    },
  );
  expect(screen.getAllByTestId('inbox-skeleton').length).toBeGreaterThan(2);
  expect(screen.getByText('Loading your inbox')).toBeDefined();
  act(() => held.resolve());
  expect(await rows()).toHaveLength(1);
});

test('when nothing can be read, it says so and tries again', async () => {
  let isBroken = true;
  const broken = { status: 500, body: { error: 'We made a mistake.', code: 'internal' } };
  const page = inboxResponses(() => ({ open: [paid()] }));
  const OPEN = 'GET /api/wallet/public/history/wallet';
  const HIDDEN = 'GET /api/wallet/private/history/wallet';
  const { user } = start(() => ({}), {
    [OPEN]: () => (isBroken ? broken : page[OPEN]()),
    [HIDDEN]: () => (isBroken ? broken : page[HIDDEN]()),
  });
  expect(await screen.findByText('Couldn’t load your inbox')).toBeDefined();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await rows()).toHaveLength(1);
});

test('what is known stays when a part can’t be read, which a notice says', async () => {
  start({ open: [paid()] }, { 'GET /api/wallet/payment-requests': () => 'no response' });
  expect(await rows()).toHaveLength(1);
  expect(screen.getByText('Something may be missing here.')).toBeDefined();
});

test('older items are read on request', async () => {
  const { api, user } = start(
    { open: [paid()], hasOlder: true },
    {
      'GET /api/wallet/public/history/wallet?cursor=older': () => ({
        body: {
          data: {
            ...{ address: ALICE, chain: null, token: null, nextCursor: null },
            transactions: [paid({ id: 'z', transactionHash: '0x9', date: ago(30 * DAY_MS) })],
          },
        },
      }),
    },
  );
  expect(await rows()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Show older' }));
  await waitFor(async () => expect(await rows()).toHaveLength(2));
  expect(api.seen.some(({ path }) => path.endsWith('?cursor=older'))).toBe(true);
});
