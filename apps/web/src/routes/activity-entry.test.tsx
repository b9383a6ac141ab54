import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildActivity } from '#testing/activity';
import { buildChain, buildCoin, buildNativeCoin } from '#testing/coin';
import type { FakeResponse } from '#testing/fake-api';
import { BOB, KAX, USDC } from '#testing/network';
import { buildOperationView } from '#testing/operation-view';
import { buildContact } from '#testing/saved-contact';
import { AVAX, buildSwapHop, buildSwapRoute, buildSwapView } from '#testing/swap-route';
import { buildUser } from '#testing/user';
import type { ActivityTransaction } from '#wire/wallet/history';
import type { OperationView } from '#wire/wallet/operation';
import {
  currentPath,
  currentSearch,
  signInBeforeEachPage,
  startPage,
} from '../app/protected-page.test-setup.tsx';
import { readEntry } from '../lib/storage.ts';
import { isDiscreet, toggleDiscretion } from '../state/discretion.ts';
import ActivityEntry from './activity-entry.tsx';

const HASH = `0x${'5c'.repeat(32)}`;
const BOB_PRIVATE = `0zk1${'q'.repeat(120)}b0b`;
const ID = '00000000-0000-4000-8000-000000000001';
const { publicWalletAddress: OWN, privateWalletAddress: OWN_PRIVATE } = buildUser().wallet;

signInBeforeEachPage();
afterEach(() => {
  if (!isDiscreet()) toggleDiscretion();
});

interface Known {
  readonly public?: readonly Partial<ActivityTransaction>[] | FakeResponse;
  readonly private?: readonly Partial<ActivityTransaction>[] | FakeResponse;
  readonly privateStatus?: 'ready' | 'looking';
  readonly operation?: Partial<OperationView>;
  readonly contacts?: readonly ReturnType<typeof buildContact>[];
  readonly swaps?: readonly ReturnType<typeof buildSwapView>[];
}

function start(entryId: string, known: Known = {}) {
  const query = `?entry=${encodeURIComponent(entryId)}`;
  const { operation } = known;
  if (isDiscreet()) toggleDiscretion();
  return startPage(
    <ActivityEntry />,
    { route: '/activity/:id/:entry', address: `/activity/wallet/${entryId}` },
    {
      'GET /api/wallet/public/coins': () => ({
        body: { data: [buildChain([buildNativeCoin(), buildCoin()])] },
      }),
      [`GET /api/wallet/public/history/wallet${query}`]: () => historyOf(known.public ?? []),
      [`GET /api/wallet/private/history/wallet${query}`]: () =>
        historyOf(known.private ?? [], known.privateStatus),
      [`GET /api/wallet/operations/${ID}`]: () =>
        operation === undefined
          ? { status: 404, body: { error: { code: 'unknown-operation', message: 'No such.' } } }
          : { body: { data: buildOperationView({ id: ID, ...operation }) } },
      'GET /api/wallet/contacts': () => ({ body: { data: known.contacts ?? [] } }),
      'GET /api/rango/history': () => ({ body: { data: known.swaps ?? [], next: null } }),
    },
  );
}

function historyOf(
  rows: readonly Partial<ActivityTransaction>[] | FakeResponse,
  status: 'ready' | 'looking' = 'ready',
): FakeResponse {
  if (!isRows(rows)) return rows;
  const transactions = rows.map((row) => buildActivity(row));
  const data = { address: '0xme', chain: null, token: null, transactions, nextCursor: null };
  return { body: { data, privateState: { status, asOf: null } } };
}

function isRows(
  rows: readonly Partial<ActivityTransaction>[] | FakeResponse,
): rows is readonly Partial<ActivityTransaction>[] {
  return Array.isArray(rows);
}

const title = async () => (await screen.findByRole('heading', { level: 1 })).textContent;
const details = () => screen.findByRole('region', { name: 'Details' });
const overview = () => screen.findByRole('region', { name: 'Overview' });
/** What the details say under a label. */
const fact = async (label: string) =>
  within(await details()).getByText(label).nextElementSibling?.textContent;

const sent = {
  type: 'send',
  direction: 'out',
  from: OWN,
  to: BOB,
  amount: '250',
  amountBaseUnits: '250000000',
  operationId: ID,
  transactionHash: HASH,
} as const;
const confirmed = {
  status: 'confirmed',
  amount: '250000000',
  received: '250000000',
  from: OWN,
  to: BOB,
  transactionHash: HASH,
  steps: ['signed', 'sent', 'final'].map((name) => ({
    name: name as 'signed',
    state: 'done' as const,
    at: '2026-11-21T10:00:09.000Z',
    progress: null,
  })),
} as const satisfies Partial<OperationView>;
const received = {
  type: 'internal-transfer',
  direction: 'in',
  from: BOB_PRIVATE,
  to: OWN_PRIVATE,
  amount: '40',
  amountBaseUnits: '40000000',
  transactionHash: HASH,
  memo: 'Dinner, thank you',
} as const;
const ofTransaction = `transaction-31337-${HASH}`;
const bob = buildContact({ name: 'Bob Tanaka', publicAddress: BOB, privateAddress: BOB_PRIVATE });

describe('a payment that was sent', () => {
  test('is named by its contact, with its steps, both whole addresses and its fee', async () => {
    start(`operation-${ID}`, { public: [sent], operation: confirmed, contacts: [bob] });
    await waitFor(async () => expect(await title()).toBe('You sent Bob Tanaka 250 USDC'));
    expect(screen.getByText('Success')).toBeDefined();
    expect(screen.getByText(/anyone can see$/)).toBeDefined();
    expect((await overview()).textContent).toContain('−250.00');
    expect(screen.getByRole('list', { name: 'Steps of this payment' }).textContent).toContain(
      'Final',
    );
    for (const address of [OWN, BOB]) expect((await details()).textContent).toContain(address);
    expect(await fact('Network')).toBe('Polygon');
    expect(await fact('Paid from')).toBe('Public balance');
    expect((await details()).textContent).toContain(
      'Anyone can see both addresses and the amount on Polygon.',
    );
  });

  test('can be sent again: the form opens filled in, with neither amount nor address in the URL', async () => {
    const { user } = start(`operation-${ID}`, { public: [sent], operation: confirmed });
    await user.click(await screen.findByRole('button', { name: 'Send again' }));
    expect(currentPath()).toBe('/dashboard');
    expect(currentSearch()).toBe('?do=send&coin=polygon-usdc');
    const filled = JSON.parse(readEntry('send') ?? '');
    expect(filled.draft).toMatchObject({
      tokenId: 'polygon-usdc',
      recipient: BOB,
      chosen: null,
      amount: { text: '250', unit: 'coin' },
    });
  });

  test('keeps whom it paid when the contact is paid again', async () => {
    const { user } = start(`operation-${ID}`, {
      public: [sent],
      operation: confirmed,
      contacts: [bob],
    });
    await screen.findByText('Bob Tanaka', { selector: 'h1 bdi' });
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    const { draft } = JSON.parse(readEntry('send') ?? '');
    expect(draft).toMatchObject({ recipient: BOB, chosen: { contactId: bob.id } });
  });

  test('has a receipt once it is final, and none before', async () => {
    start(`operation-${ID}`, { public: [sent], operation: confirmed });
    const link = await screen.findByRole('link', { name: 'Receipt' });
    expect(link.getAttribute('href')).toBe(`/activity/wallet/operation-${ID}/receipt`);
  });

  test('that is pending says so, shows its progress, and offers neither receipt nor another', async () => {
    start(`operation-${ID}`, {
      public: [{ ...sent, status: 'pending', progress: { done: 38, of: 64 } }],
      operation: { amount: '250000000', to: BOB, from: OWN, transactionHash: HASH },
    });
    expect(await title()).toBe('Sending 0x7099…79C8 250 USDC');
    expect(screen.getByText('38 of 64')).toBeDefined();
    expect(screen.getByText('Finalizing…')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Receipt' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  });

  test('is not called done before its block is final, although its notes were seen', async () => {
    start(`operation-${ID}`, {
      private: [
        { ...received, direction: 'out', from: OWN_PRIVATE, to: BOB_PRIVATE, operationId: ID },
      ],
      operation: { kind: 'internal-transfer', amount: '40000000', status: 'mined' },
    });
    expect(await title()).toMatch(/^Sending /);
    expect(screen.getByText('Finalizing…')).toBeDefined();
    expect(screen.queryByText('Success')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Receipt' })).toBeNull();
  });

  test('that failed says why, what it was about, and can be tried again', async () => {
    const failure =
      'The network rejected this payment. No tokens moved, but you paid the network fee.';
    const { user } = start(`operation-${ID}`, {
      public: [{ ...sent, status: 'failed', amount: '0', amountBaseUnits: '0', failure }],
      operation: { ...confirmed, status: 'reverted', failure },
    });
    expect(await title()).toBe('Your payment to 0x7099…79C8 didn’t go through');
    expect(screen.getByRole('alert').textContent).toContain(failure);
    expect((await overview()).textContent).toContain('250.00');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(JSON.parse(readEntry('send') ?? '').draft.amount.text).toBe('250');
  });

  test('that was cancelled is called so', async () => {
    const failure = 'You cancelled this payment. Nothing was sent.';
    start(`operation-${ID}`, {
      private: [
        {
          ...sent,
          type: 'unshield',
          from: OWN_PRIVATE,
          status: 'failed',
          amount: '0',
          amountBaseUnits: '0',
          transactionHash: null,
          failure,
        },
      ],
      operation: {
        ...confirmed,
        kind: 'unshield',
        status: 'failed',
        failure,
        isCancelled: true,
        transactionHash: null,
      },
    });
    expect(await title()).toBe('You cancelled a payment to 0x7099…79C8');
    expect(screen.getByText('Cancelled')).toBeDefined();
    expect(screen.getByText(failure)).toBeDefined();
    expect((await details()).textContent).toContain('Polygon shows nothing of this.');
    expect(screen.getByRole('button', { name: 'Send again' })).toBeDefined();
  });

  test('of which only a part arrived is not tried again as a whole', async () => {
    const failure =
      'Your private history shows which part arrived. Check it before you send the rest.';
    start(`operation-${ID}`, {
      private: [{ ...sent, type: 'unshield', status: 'failed', failure }],
      operation: {
        ...confirmed,
        kind: 'unshield',
        status: 'replaced',
        failure,
        isPaidInPart: true,
      },
    });
    await screen.findByText('Paid in part');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('a private payment that was received', () => {
  test('shows the name that its sender shares, the message, and what the network shows', async () => {
    const { user } = start(ofTransaction, { private: [{ ...received, fromName: 'Bob Tanaka' }] });
    expect(await title()).toBe('Bob Tanaka sent you 40 USDC');
    expect(document.querySelector('[data-mode="private"]')).not.toBeNull();
    expect((await overview()).textContent).toContain('Bob chose to share this name');
    expect((await overview()).textContent).toContain('+40.00');
    expect(screen.getByText('Dinner, thank you')).toBeDefined();
    expect(await fact('Into')).toBe('Private balance');
    expect((await details()).textContent).toContain(
      'Polygon shows neither your address nor the other one, and no amount.',
    );
    await user.click(screen.getByRole('button', { name: 'Send back' }));
    expect(currentSearch()).toBe('?do=internal-transfer&coin=polygon-usdc');
    const { draft } = JSON.parse(readEntry('internal-transfer') ?? '');
    expect(draft).toMatchObject({ recipient: BOB_PRIVATE, amount: { text: '' } });
  });

  test('of a hidden sender names no one and can’t be sent back', async () => {
    start(ofTransaction, { private: [{ ...received, from: null, memo: null }] });
    expect(await title()).toBe('You received 40 USDC');
    expect((await overview()).textContent).toContain('They didn’t share who they are');
    expect(await fact('From')).toBe('Not shown to you');
    expect(screen.queryByRole('button', { name: 'Send back' })).toBeNull();
  });

  test('warns before a public explorer can link it to the user', async () => {
    const open = vi.fn();
    vi.stubGlobal('open', open);
    const explorerUrl = 'https://explorer.test/tx';
    const { user } = start(ofTransaction, { private: [{ ...received, explorerUrl }] });
    await user.click(await screen.findByRole('button', { name: 'View in a public explorer' }));
    expect(open).not.toHaveBeenCalled();
    await user.click(await screen.findByRole('button', { name: 'Open explorer' }));
    expect(open).toHaveBeenCalledWith(explorerUrl, '_blank', 'noopener,noreferrer');
  });
});

test('a public payment from outside can be sent back, and its sender be named', async () => {
  const { user } = start(ofTransaction, {
    public: [{ transactionHash: HASH, from: BOB, to: OWN }],
  });
  expect(await title()).toBe('0x7099…79C8 sent you 1.5 USDC');
  await user.click(await screen.findByRole('button', { name: 'Add name' }));
  expect(await screen.findByRole('dialog')).toBeDefined();
});

test('the contact of a payment opens', async () => {
  const { user } = start(ofTransaction, {
    public: [{ transactionHash: HASH, from: BOB, to: OWN }],
    contacts: [bob],
  });
  await user.click(await screen.findByRole('button', { name: 'Bob’s contact' }));
  expect(await screen.findByRole('dialog')).toBeDefined();
});

describe('a move between the own balances', () => {
  const shield = {
    type: 'shield',
    operationId: ID,
    transactionHash: HASH,
  } as const;
  const rows = {
    public: [
      {
        ...shield,
        id: 'a',
        direction: 'out',
        from: OWN,
        to: KAX.address,
        amountBaseUnits: '250000000',
      },
      {
        ...shield,
        id: 'b',
        type: 'approve',
        direction: 'none',
        transactionHash: `0x${'11'.repeat(32)}`,
      },
    ],
    private: [
      {
        ...shield,
        id: 'c',
        direction: 'in',
        from: null,
        to: OWN_PRIVATE,
        amountBaseUnits: '249375000',
      },
    ],
  } as const;

  test('is one entry with what left, what arrived, and both of its transactions', async () => {
    start(`operation-${ID}`, {
      ...rows,
      operation: {
        ...confirmed,
        kind: 'shield',
        poolFee: '625000',
        received: '249375000',
        to: OWN_PRIVATE,
      },
    });
    expect(await title()).toBe('You made 250 USDC private');
    expect(screen.getByText('Public to private')).toBeDefined();
    const text = (await overview()).textContent;
    expect(text).toContain('250.00 USDC');
    expect(text).toContain('249.375 USDC');
    expect(
      within(await details()).getAllByRole('button', { name: 'Copy transaction hash' }),
    ).toHaveLength(2);
    expect((await details()).textContent).toContain('put this amount into the private pool');
    expect(screen.queryByRole('link', { name: 'Receipt' })).toBeNull();
    expect(screen.queryByRole('button', { name: /again/ })).toBeNull();
  });

  test('that failed can be tried again', async () => {
    const failure = 'The network rejected this payment.';
    const { user } = start(`operation-${ID}`, {
      public: [{ ...rows.public[0], status: 'failed', amountBaseUnits: '0', failure }],
      operation: { ...confirmed, kind: 'shield', status: 'reverted', failure },
    });
    expect(await title()).toBe('Making 250 USDC private didn’t work');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(currentSearch()).toBe('?do=shield&coin=polygon-usdc');
  });
});

describe('a swap', () => {
  const hops = [buildSwapHop(KAX, USDC), buildSwapHop(USDC, AVAX)];
  const route = buildSwapRoute(hops, { requestId: 'r1' });
  const swap = buildSwapView(route, { requestId: 'r1', status: 'in-progress', currentStep: 2 });
  const left = {
    type: 'swap',
    direction: 'out',
    token: 'KAX',
    tokenId: KAX.id,
    decimals: KAX.decimals,
    amountBaseUnits: '400000000000000000000',
    swapId: 'r1',
    operationId: ID,
  } as const;

  test('has its steps, what is expected, and what was agreed', async () => {
    start('swap-r1', { public: [left], swaps: [swap] });
    expect(await title()).toBe('Swap KAX to AVAX');
    expect(await screen.findByText('Step 2 of 2')).toBeDefined();
    expect(screen.getByRole('list', { name: 'Steps of the swap' })).toBeDefined();
    expect((await overview()).textContent).toContain('400.0000 KAX');
    expect(await fact('Minimum received')).toContain('AVAX');
    expect(screen.queryByRole('link', { name: 'Receipt' })).toBeNull();
  });

  test('that failed says what the wallet has now, and leads to another one', async () => {
    const error = 'The second step failed. You have 472.9 USDC.';
    start('swap-r1', { public: [left], swaps: [{ ...swap, status: 'failed', error }] });
    expect(await screen.findByText(error)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Swap again' })).toBeDefined();
  });

  test('is shown by its rows alone while the exchange can’t be read', async () => {
    start('swap-r1', { public: [left] });
    expect(await title()).toBe('Swap');
  });
});

test('a purchase shows its order and leads to it', async () => {
  const ramp = {
    orderId: 'o-1',
    side: 'BUY',
    status: 'processing',
    fiatAmount: '100',
    fiatCurrency: 'USD',
  } as const;
  start('order-o-1', {
    public: [{ type: 'ramp', direction: 'none', status: 'pending', transactionHash: null, ramp }],
  });
  expect(await title()).toBe('Buying 1.5 USDC');
  expect(await fact('You pay')).toContain('100');
  expect(screen.getByRole('link', { name: 'See your purchase' }).getAttribute('href')).toBe(
    '/on-ramping?order=o-1',
  );
});

test.each([
  ['approve', 'Approval of 1.5 USDC'],
  ['nonce-fill', 'Account cleared for waiting payments'],
  ['other', 'Other transaction'],
] as const)('an entry of type %s has a title', async (type, text) => {
  start(ofTransaction, { public: [{ type, direction: 'none', transactionHash: HASH }] });
  expect(await title()).toBe(text);
});

test('hidden figures hide amounts, values and the message, also in the title', async () => {
  start(`operation-${ID}`, {
    private: [
      {
        ...received,
        type: 'internal-transfer',
        direction: 'out',
        from: OWN_PRIVATE,
        to: BOB_PRIVATE,
        operationId: ID,
      },
    ],
    operation: {
      ...confirmed,
      kind: 'internal-transfer',
      broadcasterFee: '40000',
      received: '39960000',
    },
  });
  expect(await title()).toContain('250 USDC');
  toggleDiscretion();
  await waitFor(async () => expect(await title()).not.toContain('250'));
  for (const secret of ['250', '40.00', 'Dinner', '39.96', '0.04']) {
    expect(document.body.innerHTML).not.toContain(secret);
  }
});

test('a payment of several tokens lists all of them', async () => {
  const more = { transactionHash: HASH, from: BOB, to: OWN } as const;
  start(ofTransaction, {
    public: [
      { ...more, id: 'a' },
      { ...more, id: 'b', token: 'KAX', tokenId: KAX.id, amountBaseUnits: '7000000' },
      { ...more, id: 'c', token: 'POL', tokenId: 'polygon-pol', amountBaseUnits: '5000000' },
    ],
  });
  expect(await title()).toMatch(/and more$/);
  for (const text of ['1.5 USDC', '7 KAX', '+5.00'])
    expect((await overview()).textContent).toContain(text);
});

test('a figure with many decimals is shortened, and exact in the details', async () => {
  const native = { token: 'POL', tokenId: 'polygon-pol', decimals: 18 } as const;
  start(ofTransaction, {
    public: [
      {
        ...native,
        amountBaseUnits: '973737185463244701',
        transactionHash: HASH,
        from: BOB,
        to: OWN,
      },
    ],
  });
  expect(await title()).toBe('0x7099…79C8 sent you 0.973737 POL');
  expect((await overview()).textContent).toContain('+0.973737');
  expect(await fact('Exact amount')).toBe('0.973737185463244701 POL');
});

test('a payment shows the hash that its operation has before its history does', async () => {
  start(`operation-${ID}`, {
    public: [{ ...sent, status: 'pending', transactionHash: null }],
    operation: { amount: '250000000', to: BOB, from: OWN, transactionHash: HASH },
  });
  expect(await fact('Transaction hash')).toContain('0x5c5c');
  expect((await details()).textContent).not.toContain('shows nothing');
});

test('an operation that no history lists yet is shown by itself', async () => {
  start(`operation-${ID}`, {
    operation: { ...confirmed, kind: 'internal-transfer', from: OWN_PRIVATE, to: BOB_PRIVATE },
  });
  expect(await title()).toMatch(/^You sent 0zk1qqqq…qb0b 250 USDC$/);
});

test('one history that can’t be read leaves the other one’s rows, with a notice', async () => {
  start(ofTransaction, {
    public: [{ transactionHash: HASH, from: BOB, to: OWN }],
    private: 'no response',
  });
  expect(await title()).toContain('sent you 1.5 USDC');
  expect(screen.getByText('Couldn’t load your private history.')).toBeDefined();
});

test('an entry that can’t be read at all can be tried again', async () => {
  const { user, api } = start(ofTransaction, { public: 'no response', private: 'no response' });
  const count = () => api.seen.filter(({ path }) => path.includes('history')).length;
  const alert = (await screen.findByRole('alert')).textContent;
  expect(alert).toContain('Couldn’t load this entry');
  expect(alert).toContain('Can’t reach Kax. Your money isn’t affected.');
  const before = count();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(count()).toBe(before + 2));
});

test.each(['anything', `operation-${ID}`, ofTransaction])(
  'an id that nothing has leads back to the list: %s',
  async (entryId) => {
    start(entryId);
    expect(await screen.findByText('We can’t find this in your activity')).toBeDefined();
    expect(screen.getByRole('link', { name: 'See all activity' }).getAttribute('href')).toBe(
      '/activity/wallet',
    );
  },
);

test('while the private balance is being read, an unknown entry may still appear', async () => {
  start(ofTransaction, { privateStatus: 'looking' });
  expect(await screen.findByText(/Your private balance is still being updated/)).toBeDefined();
});

test('skeletons stay until both histories have responded', async () => {
  start(ofTransaction, { public: [{ transactionHash: HASH }] });
  expect(screen.getByRole('status').textContent).toBe('Loading this entry');
  expect(await title()).toContain('sent you');
});
