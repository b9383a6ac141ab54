import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildActivity } from '#testing/activity';
import { buildChain, buildCoin, buildNativeCoin } from '#testing/coin';
import { ALICE, BOB, KAX, USDC } from '#testing/network';
import { buildContact } from '#testing/saved-contact';
import { AVAX, buildSwapHop, buildSwapRoute, buildSwapView } from '#testing/swap-route';
import type { ActivityTransaction } from '#wire/wallet/history';
import {
  currentSearch,
  signInBeforeEachPage,
  startPage,
} from '../app/protected-page.test-setup.tsx';
import { isDiscreet, toggleDiscretion } from '../state/discretion.ts';
import Activity from './activity.tsx';

signInBeforeEachPage();
afterEach(() => {
  if (!isDiscreet()) toggleDiscretion();
});

const STRANGER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const BOB_PRIVATE = `0zk1${'q'.repeat(123)}`;
const COINS = { data: [buildChain([buildNativeCoin(), buildCoin()])] };
const OPEN = 'GET /api/wallet/public/history/wallet';
const HIDDEN = 'GET /api/wallet/private/history/wallet';
const sent = (id: string, to: string, more: Partial<ActivityTransaction> = {}) =>
  buildActivity({ id, type: 'send', direction: 'out', from: ALICE, to, ...more });
type Rows = readonly ReturnType<typeof buildActivity>[];

function pageOf(transactions: Rows, nextCursor: string | null = null) {
  const address = '0xme';
  return { data: { address, chain: 'Polygon', token: 'USDC', transactions, nextCursor } };
}

function hiddenOf(transactions: Rows, more: { status?: string; nextCursor?: string | null } = {}) {
  const { status = 'ready', nextCursor = null } = more;
  return { ...pageOf(transactions, nextCursor), privateState: { status, asOf: null } };
}

function start(responses: Parameters<typeof startPage>[2], address = '/activity/wallet') {
  return startPage(
    <Activity />,
    { route: '/activity/:id', address },
    {
      'GET /api/wallet/public/coins': () => ({ body: COINS }),
      'GET /api/rango/history': () => ({ body: { data: [], next: null } }),
      [OPEN]: () => ({ body: pageOf([]) }),
      [HIDDEN]: () => ({ body: hiddenOf([]) }),
      ...responses,
    },
  );
}

async function list() {
  await waitFor(() => expect(screen.queryAllByTestId('activity-skeleton')).toEqual([]));
  return screen.findByRole('region', { name: 'Transactions' });
}
const rows = async () => within(await list()).findAllByRole('listitem');
const texts = async () => (await rows()).map(({ textContent }) => textContent);

test('skeletons stay until both histories are known', async () => {
  const held = Promise.withResolvers<void>();
  start({
    [OPEN]: () => ({ body: pageOf([buildActivity()]) }),
    [HIDDEN]: async () => {
      await held.promise;
      return { body: hiddenOf([]) };
    },
  });
  expect(screen.getAllByTestId('activity-skeleton').length).toBeGreaterThan(3);
  expect(screen.getByRole('status').textContent).toBe('Loading activity');
  held.resolve();
  expect(await screen.findByText('Success')).toBeDefined();
});

test('both balances are one list, newest first, and each row leads to its own page', async () => {
  start({
    [OPEN]: () => ({
      body: pageOf([
        sent('a', BOB, { operationId: 'one', date: '2026-11-21T11:00:00.000Z' }),
        buildActivity({ id: 'b', date: '2026-11-21T09:00:00.000Z' }),
      ]),
    }),
    [HIDDEN]: () => ({
      body: hiddenOf([
        buildActivity({ id: 'c', type: 'internal-transfer', transactionHash: '0x3', from: null }),
      ]),
    }),
  });
  const links = within(await list()).findAllByRole('link');
  const described = (await links).map((link) => [
    link.textContent?.replace(/\d\d:\d\d/, 'time'),
    link.getAttribute('href'),
  ]);
  expect(described).toEqual([
    ['0x7099…79C8Send · time, public balance', '/activity/wallet/operation-one'],
    ['Unknown senderReceive · time, private balance', '/activity/wallet/transaction-31337-0x3'],
    ['0x7099…79C8Receive · time, public balance', '/activity/wallet/transaction-31337-0x1'],
  ]);
});

test('a shield, its approval and what arrived are one row; figures are hidden until they are shown', async () => {
  const part = { operationId: 'one', direction: 'out' } as const;
  start({
    [OPEN]: () => ({
      body: pageOf([
        buildActivity({ id: 'a', type: 'shield', ...part }),
        buildActivity({ id: 'b', type: 'approve', ...part, direction: 'none' }),
      ]),
    }),
    [HIDDEN]: () => ({
      body: hiddenOf([
        buildActivity({ id: 'c', type: 'shield', operationId: 'one', status: 'pending' }),
      ]),
    }),
  });
  const [row, ...others] = await rows();
  expect(others).toEqual([]);
  expect(row?.textContent).toContain('Make private');
  expect(row?.textContent).toContain('Public to private');
  expect(row?.textContent).toContain('Pending');
  expect(document.body.innerHTML).not.toContain('1.5000');
  toggleDiscretion();
  expect(await screen.findByText('1.5000 USDC')).toBeDefined();
});

test('a swap names its step and what it is expected to bring', async () => {
  toggleDiscretion();
  const hops = [buildSwapHop(KAX, USDC), buildSwapHop(USDC, AVAX)];
  const route = buildSwapRoute(hops, { requestId: 'request-1', outputAmount: '19.34021' });
  const kax = { token: 'KAX', tokenId: 'polygon-kax', amountBaseUnits: '400000000' };
  start({
    'GET /api/rango/history': () => ({
      body: { data: [buildSwapView(route, { currentStep: 2 })], next: null },
    }),
    [OPEN]: () => ({
      body: pageOf([
        buildActivity({ type: 'swap', direction: 'out', swapId: 'request-1', ...kax }),
      ]),
    }),
  });
  const [row] = await rows();
  for (const text of ['Swap KAX to AVAX', 'Polygon to Avalanche', 'Step 2 of 2']) {
    expect(row?.textContent).toContain(text);
  }
  expect(row?.textContent).toContain('≈ 19.3402 AVAX');
  expect(row?.textContent).toContain('−400.0000 KAX');
});

test('a purchase shows its status, and its price only while figures are shown', async () => {
  const ramp = {
    orderId: 'order 1',
    side: 'BUY',
    status: 'processing',
    fiatAmount: '100',
    fiatCurrency: 'USD',
  } as const;
  const bought = buildActivity({ type: 'ramp', direction: 'none', status: 'pending', ramp });
  start({ [OPEN]: () => ({ body: pageOf([bought]) }) });
  const [row] = await rows();
  for (const text of ['Buy USDC', 'Card payment', 'Processing']) {
    expect(row?.textContent).toContain(text);
  }
  expect(document.body.innerHTML).not.toContain('100.00');
  toggleDiscretion();
  expect(await screen.findByText('100.00 USD')).toBeDefined();
});

test('a cancelled private payment says so, why, and that no money moved', async () => {
  const failure = 'You cancelled this payment. Nothing was sent.';
  const failed = { status: 'failed', amount: '0', amountBaseUnits: '0', failure } as const;
  start({
    [HIDDEN]: () => ({
      body: hiddenOf([sent('a', BOB_PRIVATE, { type: 'internal-transfer', ...failed })]),
    }),
  });
  const [row] = await rows();
  for (const text of [failure, 'Cancelled', 'No money moved']) {
    expect(row?.textContent).toContain(text);
  }
});

test('an empty history says that there is no activity yet, and how to begin', async () => {
  start({});
  expect(await screen.findByText('No activity yet')).toBeDefined();
  expect(screen.getByText(/What you send, receive, swap and make private/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Add money' })).toBeDefined();
});

test('a server that does not respond is reported, and can be retried', async () => {
  let isAway = true;
  const { user } = start({
    [OPEN]: () => (isAway ? 'no response' : { body: pageOf([buildActivity()]) }),
    [HIDDEN]: () => (isAway ? 'no response' : { body: hiddenOf([]) }),
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load your activity');
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await rows()).toHaveLength(1);
});

test.each([
  ['private', HIDDEN, OPEN, pageOf([buildActivity()])],
  ['public', OPEN, HIDDEN, hiddenOf([buildActivity()])],
])(
  'without the %s history, the other one is listed below a notice',
  async (mode, away, known, body) => {
    start({ [away]: () => 'no response', [known]: () => ({ body }) });
    expect(await screen.findByText(`Couldn’t load your ${mode} activity.`)).toBeDefined();
    expect(await rows()).toHaveLength(1);
  },
);

test.each([
  ['starting', 'Opening your private balance.'],
  ['away', 'We can’t reach the private pool.'],
])('a private balance that is %s is named beside the public rows', async (status, text) => {
  start({
    [OPEN]: () => ({ body: pageOf([buildActivity()]) }),
    [HIDDEN]: () => ({ body: hiddenOf([], { status }) }),
  });
  expect(await screen.findByText(text)).toBeDefined();
  expect(await rows()).toHaveLength(1);
});

test('a coin that can’t be private is listed without a choice of balances or a private request', async () => {
  const coin = buildCoin({ id: 'avalanche-avax', isShieldable: false });
  const { api } = start(
    {
      'GET /api/wallet/public/coins': () => ({ body: { data: [buildChain([coin])] } }),
      'GET /api/wallet/public/history/avalanche-avax': () => ({ body: pageOf([buildActivity()]) }),
    },
    '/activity/avalanche-avax',
  );
  expect(await rows()).toHaveLength(1);
  expect(screen.queryByRole('radiogroup', { name: 'Which balance' })).toBeNull();
  expect(api.seen.some(({ path }) => path.includes('private/history'))).toBe(false);
});

test('the balance and the filter are in the address, and narrow the list', async () => {
  const { user } = start({
    [OPEN]: () => ({ body: pageOf([sent('a', BOB), buildActivity({ id: 'b' })]) }),
    [HIDDEN]: () => ({
      body: hiddenOf([
        sent('c', BOB_PRIVATE, { type: 'internal-transfer', transactionHash: '0x3' }),
      ]),
    }),
  });
  expect(await rows()).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Sent' }));
  expect((await texts()).map((text) => text?.includes('Receive'))).toEqual([false, false]);
  await user.click(screen.getByRole('radio', { name: 'Private' }));
  expect(await texts()).toEqual([expect.stringContaining('Internal Transfer')]);
  expect(currentSearch()).toBe('?type=sent&balance=private');
});

test('an address with an old type opens the filter that it means', async () => {
  start({ [OPEN]: () => ({ body: pageOf([buildActivity()]) }) }, '/activity/wallet?type=unshield');
  expect(await screen.findByText('No activity for “Private moves”')).toBeDefined();
  const pill = screen.getByRole('button', { name: 'Private moves' });
  expect(pill.getAttribute('aria-pressed')).toBe('true');
});

test('a private payment names its sender where that is a user who shows it, beside the address', async () => {
  const received = buildActivity({
    type: 'internal-transfer',
    from: BOB_PRIVATE,
    fromName: 'Bob Tanaka',
  });
  start({ [HIDDEN]: () => ({ body: hiddenOf([received]) }) });
  const name = await screen.findByText('Bob Tanaka');
  expect(name.parentElement?.textContent).toMatch(/^Bob Tanaka 0zk1q+…q+$/);
});

test('a message is text, whatever is in it', async () => {
  toggleDiscretion();
  const memo = '<img src=x> https://evil.test javascript:alert(1)';
  const received = buildActivity({ type: 'internal-transfer', memo });
  start({ [HIDDEN]: () => ({ body: hiddenOf([received]) }) });
  const message = await screen.findByText(`“${memo}”`);
  expect(message.children).toHaveLength(0);
  expect(message.closest('a')).toBeNull();
});

test('a message and the user’s own note are hidden with the figures', async () => {
  start({
    'GET /api/wallet/notes': () => ({
      body: { data: [{ entryId: 'operation-one', text: 'Deposit for the flat' }] },
    }),
    [OPEN]: () => ({ body: pageOf([sent('a', BOB, { operationId: 'one' })]) }),
    [HIDDEN]: () => ({
      body: hiddenOf([buildActivity({ type: 'internal-transfer', memo: 'Dinner' })]),
    }),
  });
  await rows();
  expect(document.body.innerHTML).not.toMatch(/Dinner|Deposit for/);
  toggleDiscretion();
  expect(await screen.findByText('Deposit for the flat')).toBeDefined();
  expect(screen.getByText('“Dinner”')).toBeDefined();
});

test('older transactions of both balances are loaded on request', async () => {
  const day = (date: number) => ({ date: `2026-11-${date}T10:00:00.000Z` });
  const { user } = start({
    [OPEN]: () => ({ body: pageOf([buildActivity({ id: 'a', ...day(21) })], '7.1') }),
    [`${OPEN}?cursor=7.1`]: () => ({
      body: pageOf([buildActivity({ id: 'b', transactionHash: '0x2', ...day(12) })]),
    }),
    [HIDDEN]: () => ({
      body: hiddenOf([buildActivity({ id: 'c', transactionHash: '0x3', ...day(15) })]),
    }),
  });
  // What is older than the oldest public row could have public rows before it.
  expect(await rows()).toHaveLength(1);
  await user.click(await screen.findByRole('button', { name: 'Show older' }));
  await expect.poll(async () => (await rows()).length).toBe(3);
  expect((await texts()).map((text) => text?.includes('private'))).toEqual([false, true, false]);
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

test('a counterparty with a name is shown by it; the title has the whole address', async () => {
  const saved = buildContact({ publicAddress: BOB });
  const { api } = start({
    [OPEN]: () => ({
      body: pageOf([
        sent('a', BOB.toLowerCase(), { operationId: 'one' }),
        buildActivity({ id: 'b' }),
        sent('c', BOB, { operationId: 'two' }),
      ]),
    }),
    'GET /api/wallet/contacts': () => ({ body: { data: [saved] } }),
  });
  const names = await screen.findAllByText('Bob Tanaka');
  expect(names).toHaveLength(3);
  expect(names.every(({ title }) => title.toLowerCase() === BOB.toLowerCase())).toBe(true);
  expect(screen.queryByRole('button', { name: 'Add name' })).toBeNull();
  // However many rows there are.
  expect(api.seen.filter(({ path }) => path === '/api/wallet/contacts')).toHaveLength(1);
});

test('only someone else’s address that was paid or has paid can be named, on its newest row', async () => {
  const own = '0x7aB1cE54b0942A6cE94d3708FbA12c5D7e4b93fE';
  const other = (id: string, more: Partial<ActivityTransaction>) =>
    buildActivity({ id, transactionHash: `0x${id}`, ...more });
  start({
    [OPEN]: () => ({
      body: pageOf([
        sent('a', BOB, { operationId: 'one', date: '2026-11-21T11:00:00.000Z' }),
        other('b', { from: BOB }),
        other('c', { type: 'receive', from: own }),
        other('d', { type: 'approve', direction: 'none', to: BOB }),
        other('e', { type: 'swap', to: BOB }),
        other('f', { from: null }),
      ]),
    }),
  });
  await screen.findAllByRole('button', { name: 'Add name' });
  const namable = (await rows()).map(
    (row) => within(row).queryByRole('button', { name: 'Add name' }) !== null,
  );
  expect(namable).toEqual([true, false, false, false, false, false]);
});

test('Add name makes a contact of a past payment, and its rows then have the name', async () => {
  const { user } = start({
    [OPEN]: () => ({ body: pageOf([sent('a', BOB)]) }),
    'POST /api/wallet/contacts': ({ body }) => ({
      body: { data: { ...buildContact(), ...(body as object) } },
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Add name' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add contact' }));
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Public address' }).value).toBe(BOB);
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Bobby');
  await user.click(dialog.getByRole('button', { name: 'Save contact' }));
  expect(await screen.findByText('Bobby')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Add name' })).toBeNull();
});

describe('the search', () => {
  const history = {
    'GET /api/wallet/contacts': () => ({
      body: { data: [buildContact({ name: 'Bob Tanaka', publicAddress: BOB })] },
    }),
    'GET /api/wallet/notes': () => ({
      body: { data: [{ entryId: 'operation-one', text: 'Deposit for the flat' }] },
    }),
    [OPEN]: () => ({
      body: pageOf([
        sent('a', BOB, { operationId: 'one', amountBaseUnits: '250000000' }),
        buildActivity({ id: 'b', from: STRANGER, transactionHash: '0x2' }),
      ]),
    }),
  };
  const announced = () => screen.getByRole('status').textContent;
  const search = () => screen.getByRole('searchbox', { name: 'Search activity' });

  test.each([
    ['bob', 'Bob Tanaka'],
    ['deposit', 'Bob Tanaka'],
    ['250', 'Bob Tanaka'],
    [STRANGER.slice(0, 12), '0x3C44…93BC'],
  ])('finds by name, own note, amount or address: %s', async (query, name) => {
    const { user } = start(history);
    await screen.findAllByText('Bob Tanaka');
    await user.type(search(), query);
    await waitFor(() => expect(announced()).toBe(`1 result for “${query}”`));
    expect(await texts()).toEqual([expect.stringContaining(name)]);
  });

  test('is focused by “/” and emptied by Escape, and opens the contact that it found', async () => {
    const { user } = start(history);
    await screen.findAllByText('Bob Tanaka');
    await user.keyboard('/bob');
    await user.click(await screen.findByRole('button', { name: 'Open Bob Tanaka’s contact' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit contact' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await user.click(search());
    await user.keyboard('{Escape}');
    expect(await rows()).toHaveLength(2);
  });

  test('without a match says so, and can be cleared', async () => {
    const { user } = start(history);
    await user.type(search(), 'bbo');
    expect(await screen.findByText('Nothing matches “bbo”')).toBeDefined();
    expect(announced()).toBe('0 results for “bbo”');
    await user.click(within(await list()).getByRole('button', { name: 'Clear search' }));
    expect(await rows()).toHaveLength(2);
  });

  test('reads older pages until it has found enough or has read ten, and says how far back', async () => {
    const pages = Array.from({ length: 12 }, (_, index) => {
      const name = index === 0 ? OPEN : `${OPEN}?cursor=${index}`;
      const row = buildActivity({
        id: `${index}`,
        transactionHash: `0x${index}`,
        from: index === 11 ? BOB : STRANGER,
        date: `2026-11-${String(21 - index).padStart(2, '0')}T10:00:00.000Z`,
      });
      return [name, () => ({ body: pageOf([row], index < 11 ? `${index + 1}` : null) })] as const;
    });
    const { api, user } = start({ ...history, ...Object.fromEntries(pages) });
    await rows();
    await user.type(search(), 'tanaka');
    expect(await screen.findByText(/^Looked back to 12 November/)).toBeDefined();
    const read = () => api.seen.filter(({ path }) => path.includes('public/history')).length;
    expect(read()).toBe(10);
    await user.click(screen.getByRole('button', { name: 'Search older' }));
    expect(await texts()).toEqual([expect.stringContaining('Bob Tanaka')]);
    expect(read()).toBe(12);
  });
});

test('private rows appear by themselves once the private balance is open', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let isOpen = false;
  const received = buildActivity({ id: 'private', type: 'internal-transfer', memo: 'Dinner' });
  start({
    [HIDDEN]: () => ({
      body: isOpen ? hiddenOf([received]) : hiddenOf([], { status: 'starting' }),
    }),
  });
  if (isDiscreet()) toggleDiscretion();
  expect(await screen.findByText('Opening your private balance.')).toBeDefined();
  isOpen = true;
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(await screen.findByText(/Dinner/)).toBeDefined();
});
