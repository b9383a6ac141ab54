import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { buildActivity } from '#testing/activity';
import { buildChain, buildCoin, buildNativeCoin } from '#testing/coin';
import { ALICE, BOB } from '#testing/network';
import { buildContact } from '#testing/saved-contact';
import { signInBeforeEachPage, startPage } from '../app/protected-page.test-setup.tsx';
import { isDiscreet, toggleDiscretion } from '../state/discretion.ts';
import { setWalletMode } from '../state/wallet-mode.ts';
import Activity from './activity.tsx';

signInBeforeEachPage();
afterEach(() => {
  if (!isDiscreet()) toggleDiscretion();
});

const COINS = { data: [buildChain([buildNativeCoin(), buildCoin()])] };
type Rows = readonly ReturnType<typeof buildActivity>[];

function pageOf(transactions: Rows, nextCursor: string | null = null) {
  const address = '0xme';
  return { data: { address, chain: 'Polygon', token: 'USDC', transactions, nextCursor } };
}

function start(responses: Parameters<typeof startPage>[2]) {
  return startPage(<Activity />, '/activity', {
    'GET /api/wallet/public/coins': () => ({ body: COINS }),
    ...responses,
  });
}

const rows = async () =>
  within(await screen.findByRole('region', { name: 'Transactions' })).findAllByRole('listitem');

test('skeletons stay until the rows arrive', async () => {
  start({ 'GET /api/wallet/public/history/wallet': () => ({ body: pageOf([buildActivity()]) }) });
  expect(screen.getAllByTestId('activity-skeleton').length).toBeGreaterThan(3);
  expect(screen.getByRole('status').textContent).toBe('Loading activity');
  expect((await rows()).length).toBeGreaterThan(0);
});

test('a row shows amount and counterparty and links to its own page; discretion mode hides the figures', async () => {
  const sent = buildActivity({
    type: 'send',
    direction: 'out',
    status: 'pending',
    progress: { done: 38, of: 64 },
    operationId: 'one',
  });
  start({ 'GET /api/wallet/public/history/wallet': () => ({ body: pageOf([sent]) }) });
  await screen.findByRole('link', { name: 'Details of Send, USDC' });
  const [row] = await rows();
  expect(row?.textContent).toContain('Finalizing…');
  expect(row?.textContent).toContain('to 0xf39F…2266');
  expect(document.body.innerHTML).not.toContain('1.5000');
  toggleDiscretion();
  expect(await screen.findByText('−1.5000 USDC')).toBeDefined();
});

test('a purchase shows its status and price and links to its order; a swap links to the swap history', async () => {
  const ramp = {
    orderId: 'order 1',
    side: 'BUY',
    status: 'processing',
    fiatAmount: '100',
    fiatCurrency: 'USD',
  } as const;
  const bought = buildActivity({
    id: 'a',
    type: 'ramp',
    direction: 'none',
    status: 'pending',
    ramp,
  });
  const swapped = buildActivity({ id: 'b', type: 'swap', operationId: 'one', swapId: 'request-1' });
  start({ 'GET /api/wallet/public/history/wallet': () => ({ body: pageOf([bought, swapped]) }) });
  const toOrder = await screen.findByRole('link', { name: 'Details of Buy, USDC' });
  expect(toOrder.getAttribute('href')).toBe('/on-ramping?order=order%201');
  const toSwap = screen.getByRole('link', { name: 'Details of Swap, USDC' });
  expect(toSwap.getAttribute('href')).toBe('/rango-exchange?view=history&swap=request-1');
  const [row] = await rows();
  expect(row?.textContent).toContain('Processing');
  expect(row?.textContent).toContain('Card payment');
  expect(document.body.innerHTML).not.toContain('100.00');
  toggleDiscretion();
  expect(await screen.findByText('100.00 USD')).toBeDefined();
});

test('a failed transaction says that no money moved, and why', async () => {
  const failure = 'The network refused this payment.';
  const failed = buildActivity({ status: 'failed', amount: '0', amountBaseUnits: '0', failure });
  start({ 'GET /api/wallet/public/history/wallet': () => ({ body: pageOf([failed]) }) });
  expect((await screen.findByText('No money moved')).title).toBe(failure);
});

test('an empty history says that there is no activity yet', async () => {
  start({ 'GET /api/wallet/public/history/wallet': () => ({ body: pageOf([]) }) });
  expect(await screen.findByText('No activity yet')).toBeDefined();
});

test('a server that does not respond is reported, and can be retried', async () => {
  let isAway = true;
  const { user } = start({
    'GET /api/wallet/public/history/wallet': () =>
      isAway ? 'no response' : { body: pageOf([buildActivity()]) },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load your activity');
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Receive')).toBeDefined();
});

test('a private payment names its sender where that is a user who shows it, beside the address', async () => {
  setWalletMode('private');
  const from = `0zk1${'q'.repeat(123)}`;
  const received = buildActivity({ type: 'internal-transfer', from, fromName: 'Bob Tanaka' });
  start({
    'GET /api/wallet/private/history/wallet': () => ({
      body: { ...pageOf([received]), privateState: { status: 'ready', asOf: null } },
    }),
  });
  const name = await screen.findByText('Bob Tanaka');
  expect(name.parentElement?.textContent).toMatch(/^from Bob Tanaka 0zk1q+…q+$/);
});

test('a message is text, whatever is in it', async () => {
  setWalletMode('private');
  toggleDiscretion();
  const memo = '<img src=x> https://evil.test javascript:alert(1)';
  const received = buildActivity({ type: 'internal-transfer', memo });
  start({
    'GET /api/wallet/private/history/wallet': () => ({
      body: { ...pageOf([received]), privateState: { status: 'ready', asOf: null } },
    }),
  });
  const message = await screen.findByText(`“${memo}”`);
  expect(message.children).toHaveLength(0);
  expect(message.closest('a')).toBeNull();
});

test('older transactions are loaded on request', async () => {
  const { user } = start({
    'GET /api/wallet/public/history/wallet': () => ({
      body: pageOf([buildActivity({ id: 'a' })], '7.1'),
    }),
    'GET /api/wallet/public/history/wallet?cursor=7.1': () => ({
      body: pageOf([buildActivity({ id: 'b' })]),
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Show older' }));
  await expect.poll(async () => (await rows()).length).toBe(2);
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

test('private mode reads the private history, and warns before opening a public explorer', async () => {
  setWalletMode('private');
  const open = vi.fn();
  vi.stubGlobal('open', open);
  const hidden = buildActivity({
    memo: 'Dinner, thank you',
    explorerUrl: 'https://explorer.test/tx/0x1',
    from: null,
  });
  toggleDiscretion();
  const { user } = start({
    'GET /api/wallet/private/history/wallet': () => ({
      body: { ...pageOf([hidden]), privateState: { status: 'ready', asOf: null } },
    }),
  });
  expect(await screen.findByText(/“Dinner, thank you”/)).toBeDefined();
  expect(screen.getByText('unknown')).toBeDefined();
  await user.click(
    screen.getByRole('button', { name: 'View Receive, USDC, in a public explorer' }),
  );
  expect(open).not.toHaveBeenCalled();
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: 'Open explorer' }));
  expect(open).toHaveBeenCalledWith(
    'https://explorer.test/tx/0x1',
    '_blank',
    'noopener,noreferrer',
  );
});

const sent = (id: string, to: string) =>
  buildActivity({ id, type: 'send', direction: 'out', from: ALICE, to });

test('a counterparty with a name is shown by it; the title has the whole address', async () => {
  const saved = buildContact({ publicAddress: BOB });
  const { api } = start({
    'GET /api/wallet/public/history/wallet': () => ({
      body: pageOf([sent('a', BOB.toLowerCase()), buildActivity({ id: 'b' }), sent('c', BOB)]),
    }),
    'GET /api/wallet/contacts': () => ({ body: { data: [saved] } }),
  });
  const names = await screen.findAllByText('Bob Tanaka');
  expect(names.map((name) => name.parentElement?.textContent)).toEqual([
    'to Bob Tanaka',
    'from Bob Tanaka',
    'to Bob Tanaka',
  ]);
  expect(names[1]?.title).toBe(BOB);
  expect(screen.queryByRole('button', { name: 'Add name' })).toBeNull();
  // However many rows there are.
  expect(api.seen.filter(({ path }) => path === '/api/wallet/contacts')).toHaveLength(1);
});

test('only someone else’s address that was paid or has paid can be named, on its newest row', async () => {
  const own = '0x7aB1cE54b0942A6cE94d3708FbA12c5D7e4b93fE';
  start({
    'GET /api/wallet/public/history/wallet': () => ({
      body: pageOf([
        sent('a', BOB),
        buildActivity({ id: 'b', from: BOB }),
        buildActivity({ id: 'c', type: 'unshield', to: own }),
        buildActivity({ id: 'd', type: 'approve', direction: 'none', to: BOB }),
        buildActivity({ id: 'e', type: 'swap', to: BOB }),
        buildActivity({ id: 'f', from: null }),
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
    'GET /api/wallet/public/history/wallet': () => ({ body: pageOf([sent('a', BOB)]) }),
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
