import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildActivity } from '#testing/activity';
import { buildClaimView } from '#testing/claim-view';
import { buildChain, buildCoin, buildNativeCoin } from '#testing/coin';
import type { FakeResponse } from '#testing/fake-api';
import { buildOperationView } from '#testing/operation-view';
import { buildContact } from '#testing/saved-contact';
import { buildUser } from '#testing/user';
import type { ClaimView } from '#wire/wallet/claim';
import type { ActivityTransaction } from '#wire/wallet/history';
import { signInBeforeEachPage, startPage } from '../app/protected-page.test-setup.tsx';
import { isDiscreet, toggleDiscretion } from '../state/discretion.ts';
import Activity from './activity.tsx';
import ActivityEntry from './activity-entry.tsx';

signInBeforeEachPage();
beforeEach(() => {
  vi.setSystemTime('2026-11-22T19:00:00.000Z');
  if (isDiscreet()) toggleDiscretion();
});
afterEach(() => {
  vi.useRealTimers();
  if (!isDiscreet()) toggleDiscretion();
});

const OWN = buildUser().wallet.publicWalletAddress;
const claim = buildClaimView();
const { address: WALLET, operationId: ID } = claim;
const ENDED_AT = '2026-12-12T19:51:00.000Z';
const end = { transactionHash: `0x${'77'.repeat(32)}`, at: ENDED_AT };
const REMIND = `POST /api/wallet/claims/${claim.id}/remind`;
const TAKE_BACK = `POST /api/wallet/claims/${claim.id}/take-back`;

const funding = [
  {
    id: 'pol',
    tokenId: 'polygon-pol',
    token: 'POL',
    decimals: 18,
    amountBaseUnits: '12000000000000000',
  },
  { id: 'usdc', amountBaseUnits: '50000000' },
].map((more) =>
  buildActivity({
    type: 'send',
    direction: 'out',
    from: OWN,
    to: WALLET,
    operationId: ID,
    date: '2026-11-12T19:50:00.000Z',
    ...more,
  }),
);
const cameBack = buildActivity({
  ...{ id: 'back', type: 'receive', direction: 'in', from: WALLET, to: OWN },
  ...{ operationId: 'op-return', transactionHash: end.transactionHash, date: ENDED_AT },
  amountBaseUnits: '50000000',
});

const page = (transactions: readonly ActivityTransaction[]): FakeResponse => ({
  body: {
    data: { address: OWN, chain: null, token: null, transactions, nextCursor: null },
    privateState: { status: 'ready', asOf: null },
  },
});
const COMMON = {
  'GET /api/wallet/public/coins': () => ({
    body: { data: [buildChain([buildNativeCoin(), buildCoin()])] },
  }),
  'GET /api/rango/history': () => ({ body: { data: [], next: null } }),
};
type Responses = Parameters<typeof startPage>[2];
type Values = Partial<ClaimView>;

function startList(values: Values, rows: readonly ActivityTransaction[], more: Responses = {}) {
  return startPage(
    <Activity />,
    { route: '/activity/:id', address: '/activity/wallet' },
    {
      ...COMMON,
      'GET /api/wallet/public/history/wallet': () => page(rows),
      'GET /api/wallet/private/history/wallet': () => page([]),
      'GET /api/wallet/claims': () => ({ body: { data: [buildClaimView(values)] } }),
      ...more,
    },
  );
}

function startEntry(values: Values, more: Responses = {}, entry = `operation-${ID}`) {
  const query = `?entry=${entry}`;
  return startPage(
    <ActivityEntry />,
    { route: '/activity/:id/:entry', address: `/activity/wallet/${entry}` },
    {
      ...COMMON,
      [`GET /api/wallet/public/history/wallet${query}`]: () => page(funding),
      [`GET /api/wallet/private/history/wallet${query}`]: () => page([]),
      [`GET /api/wallet/operations/${ID}`]: () => ({
        body: { data: buildOperationView({ id: ID, to: WALLET, status: 'confirmed' }) },
      }),
      'GET /api/wallet/claims': () => ({ body: { data: [buildClaimView(values)] } }),
      ...more,
    },
  );
}

async function rows() {
  await waitFor(() => expect(screen.queryAllByTestId('activity-skeleton')).toEqual([]));
  const list = await screen.findByRole('region', { name: 'Transactions' });
  await within(list).findAllByRole('listitem');
  return within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
}
const title = async () => (await screen.findByRole('heading', { level: 1 })).textContent;
const overview = async () => (await screen.findByRole('region', { name: 'Overview' })).textContent;
const steps = async () =>
  within(await screen.findByRole('list', { name: 'Steps of this payment' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

describe('payments by link in the list', () => {
  test('the payment and what is set aside for its fee are one row, named by its recipient', async () => {
    startList({}, funding);
    const [only, ...others] = await rows();
    expect(others).toEqual([]);
    expect(only).toContain('lena@post.test');
    expect(only).toContain('Send by email');
    expect(only).toContain('Unclaimed');
    expect(only).toContain('−50.0000');
    expect(only).toContain('“Happy birthday”');
    expect(only).not.toContain(WALLET.slice(0, 6));
    expect(screen.queryByRole('button', { name: /Add name/ })).toBeNull();
  });

  test('what came back is part of the same row', async () => {
    startList({ state: 'returned', end }, [cameBack, ...funding]);
    const [only, ...others] = await rows();
    expect(others).toEqual([]);
    expect(only).toContain('Returned');
    expect(only).not.toContain('−50.0000');
  });

  test.each([
    [{ state: 'claimed', end }, 'Claimed'],
    [{ state: 'claiming' }, 'Being claimed'],
    [{ state: 'expired' }, 'Expired'],
    [{ state: 'failed' }, 'Failed'],
    [{ state: 'returned', end: { ...end, at: '2026-11-20T10:00:00.000Z' } }, 'Taken back'],
  ] as const)('its state is a badge: %o', async (values, badge) => {
    startList(values, funding);
    await rows();
    expect(await screen.findByText(badge)).toBeDefined();
  });

  test('a text message is named as one', async () => {
    startList({ recipient: { channel: 'sms', value: '+14155550188' } }, funding);
    expect((await rows())[0]).toContain('+14155550188Send by text');
  });

  test('search finds the email', async () => {
    const { user } = startList({}, [...funding, buildActivity({ id: 'other', from: OWN })]);
    expect((await rows()).length).toBe(2);
    await user.type(screen.getByRole('searchbox'), 'LENA@post');
    await waitFor(async () => expect((await rows()).length).toBe(1));
  });

  test('what the user claimed is named by its sender, with the message, and gets no name', async () => {
    const claimed = { ...cameBack, operationId: 'op-claim' };
    const notes = [{ entryId: 'operation-op-claim', text: 'From Bob Okafor: Thanks: a lot' }];
    startList({ address: `0x${'1'.repeat(40)}` }, [claimed], {
      'GET /api/wallet/notes': () => ({ body: { data: notes } }),
    });
    await waitFor(async () => expect((await rows())[0]).toContain('From Bob Okafor'));
    expect((await rows())[0]).toContain('Thanks: a lot');
    expect((await rows())[0]).toContain('+50.0000');
    expect(screen.queryByRole('button', { name: /Add name/ })).toBeNull();
  });
});

describe('the page of a payment by link', () => {
  test('says who it waits for and how long, and never whether they have an account', async () => {
    startEntry({});
    expect(await title()).toBe('50 USDC for lena@post.test');
    expect(await overview()).toContain('Hasn’t claimed it yet');
    expect(document.body.textContent).not.toMatch(/account yet/);
    const [sent, messaged, waiting, last] = await steps();
    expect(sent).toContain('You sent it');
    expect(messaged).toContain('We emailed lena@post.test');
    expect(waiting).toContain('20 days left');
    expect(last).toContain('Claimed, or returned to you on 12 December');
    expect(
      screen.getByText(/kax|localhost/i, { selector: '.link-box span' }).textContent,
    ).toContain('/claim/7Q2M-K9XD-4TPA-82WJ');
    expect(screen.getByText(/The link alone isn’t enough/)).toBeDefined();
  });

  test('a contact is called by name', async () => {
    const lena = buildContact({ name: 'Lena Brandt', emailOrPhone: 'Lena@post.test' });
    startEntry({}, { 'GET /api/wallet/contacts': () => ({ body: { data: [lena] } }) });
    await waitFor(async () => expect(await title()).toBe('50 USDC for Lena Brandt'));
    expect((await button('Remind Lena')).disabled).toBe(false);
  });

  test('a reminder can be sent once a day, and the page says from when', async () => {
    const remindedAt = '2026-11-22T19:00:00.000Z';
    const reminded = buildClaimView({ reminders: 1, remindedAt });
    let known = buildClaimView();
    const held = Promise.withResolvers<void>();
    const { api, user } = startEntry(
      {},
      {
        'GET /api/wallet/claims': () => ({ body: { data: [known] } }),
        [REMIND]: async () => {
          await held.promise;
          known = reminded;
          return { body: { data: reminded } };
        },
      },
    );
    await user.dblClick(await button('Send a reminder'));
    held.resolve();
    await waitFor(async () => expect((await button('Send a reminder')).disabled).toBe(true));
    expect(screen.getByText(/^You can send a reminder from 23 Nov/)).toBeDefined();
    expect((await steps())[1]).toContain('We emailed lena@post.test twice');
    expect(api.seen.filter(({ path }) => path.endsWith('/remind'))).toHaveLength(1);
  });

  test('taking it back asks once and costs nothing more', async () => {
    let known = buildClaimView();
    const held = Promise.withResolvers<void>();
    const { api, user } = startEntry(
      {},
      {
        'GET /api/wallet/claims': () => ({ body: { data: [known] } }),
        [TAKE_BACK]: async () => {
          await held.promise;
          known = buildClaimView({ state: 'returning' });
          return { body: { data: known, operation: buildOperationView({ id: 'op-return' }) } };
        },
      },
    );
    await user.click(await button('Take it back'));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/This costs nothing more/)).toBeDefined();
    await user.dblClick(dialog.getByRole('button', { name: 'Take it back' }));
    held.resolve();
    await waitFor(async () => expect((await steps()).at(-1)).toContain('On its way back to you'));
    expect(screen.queryByRole('button', { name: 'Take it back' })).toBeNull();
    const calls = api.seen.filter(({ path }) => path.endsWith('/take-back'));
    expect(calls).toHaveLength(1);
    expect(calls[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a take-back without a response is repeated with the same key', async () => {
    const { api, user } = startEntry({}, { [TAKE_BACK]: () => 'no response' });
    for (const _ of [1, 2]) {
      await user.click(await button('Take it back'));
      const dialog = within(await screen.findByRole('alertdialog'));
      await user.click(dialog.getByRole('button', { name: 'Take it back' }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    }
    const keys = api.seen
      .filter(({ path }) => path.endsWith('/take-back'))
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(keys.length).toBe(2);
    expect(new Set(keys).size).toBe(1);
  });

  test('what came back says so, with what it cost, and can be sent again', async () => {
    startEntry({ state: 'returned', end, reminders: 2, remindedAt: '2026-12-09T10:00:00.000Z' });
    expect(await title()).toBe('50 USDC came back to you');
    expect(await overview()).toContain('All 50 USDC is back in your public balance.');
    expect(await overview()).toContain('You paid 0.018210 POL in fees.');
    expect((await steps())[1]).toContain('three times');
    expect(await button('Send again')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Take it back' })).toBeNull();
  });

  test('what was claimed has neither link nor buttons', async () => {
    startEntry({ state: 'claimed', end });
    expect((await steps()).at(-1)).toContain('They claimed it');
    expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
    expect(screen.queryByRole('button', { name: /reminder/ })).toBeNull();
  });

  test('one that failed says why and can be tried again', async () => {
    startEntry(
      { state: 'failed', notifiedAt: null },
      {
        [`GET /api/wallet/operations/${ID}`]: () => ({
          body: {
            data: buildOperationView({
              id: ID,
              to: WALLET,
              status: 'reverted',
              failure: 'It broke.',
            }),
          },
        }),
      },
    );
    expect(await screen.findByText('It broke.')).toBeDefined();
    expect(await button('Try again')).toBeDefined();
  });

  test('the page of the return is the page of the payment', async () => {
    const entry = 'operation-op-return';
    startEntry(
      { state: 'returned', end },
      {
        [`GET /api/wallet/public/history/wallet?entry=${entry}`]: () => page([cameBack]),
        'GET /api/wallet/operations/op-return': () => ({
          body: { data: buildOperationView({ id: 'op-return', from: WALLET, to: OWN }) },
        }),
      },
      entry,
    );
    expect(await title()).toBe('50 USDC came back to you');
  });

  test('hidden figures stay hidden', async () => {
    toggleDiscretion();
    startEntry({});
    expect(await title()).toBe('USDC for lena@post.test');
    expect(await overview()).not.toContain('50.00');
  });
});

describe('a private payment by link', () => {
  const PRIVATE_OWN = buildUser().wallet.privateWalletAddress;
  const PRIVATE_WALLET = `0zk1${'w'.repeat(123)}`;
  const privately: Values = {
    balance: 'private',
    ...{ address: PRIVATE_WALLET, feePaid: '40000', feeSetAside: '120000' },
    ...{ feeSymbol: 'USDC', feeDecimals: 6 },
  };
  const paid = buildActivity({
    ...{ id: 'out', type: 'internal-transfer', direction: 'out' },
    ...{ from: PRIVATE_OWN, to: PRIVATE_WALLET, operationId: ID },
    ...{ amountBaseUnits: '50120000', date: '2026-11-12T19:50:00.000Z' },
  });
  /** The pool doesn’t say whose it was. */
  const back = buildActivity({
    ...{ id: 'back', type: 'internal-transfer', direction: 'in', from: null, to: PRIVATE_OWN },
    ...{ operationId: 'op-return', transactionHash: end.transactionHash, date: ENDED_AT },
    amountBaseUnits: '50080000',
  });
  const listOf = (values: Values, list: readonly ActivityTransaction[], more: Responses = {}) =>
    startList({ ...privately, ...values }, [], {
      'GET /api/wallet/private/history/wallet': () => page(list),
      ...more,
    });
  const entryOf = (values: Values, more: Responses = {}) =>
    startEntry(
      { ...privately, ...values },
      {
        [`GET /api/wallet/public/history/wallet?entry=operation-${ID}`]: () => page([]),
        [`GET /api/wallet/private/history/wallet?entry=operation-${ID}`]: () => page([paid]),
        ...more,
      },
    );

  test('is one row, named by its recipient, with what they get', async () => {
    listOf({}, [paid]);
    const [only, ...others] = await rows();
    expect(others).toEqual([]);
    expect(only).toContain('lena@post.test');
    expect(only).toContain('Send by email');
    expect(only).toContain('private balance');
    expect(only).toContain('Unclaimed');
    expect(only).toContain('−50.0000');
    expect(only).not.toContain('0zk1ww');
    expect(screen.queryByRole('button', { name: /Add name/ })).toBeNull();
  });

  test('what came back is part of the same row', async () => {
    listOf({ state: 'returned', end }, [back, paid]);
    const [only, ...others] = await rows();
    expect(others).toEqual([]);
    expect(only).toContain('Returned');
    expect(only).not.toContain('−50.0000');
  });

  test('what is on its way back is part of it too', async () => {
    const coming = buildActivity({
      ...back,
      from: PRIVATE_WALLET,
      transactionHash: null,
      status: 'pending',
    });
    listOf({ state: 'returning' }, [coming, paid]);
    const [only, ...others] = await rows();
    expect(others).toEqual([]);
    expect(only).toContain('Coming back');
  });

  test('what the user claimed is named by its sender, and stays so while figures are hidden', async () => {
    toggleDiscretion();
    const notes = [{ entryId: 'operation-op-return', text: 'From Bob Okafor: Thanks a lot' }];
    listOf({ address: `0zk1${'z'.repeat(123)}` }, [back], {
      'GET /api/wallet/notes': () => ({ body: { data: notes } }),
    });
    await waitFor(async () => expect((await rows())[0]).toContain('From Bob Okafor'));
    expect((await rows())[0]).not.toContain('Thanks a lot');
    expect((await rows())[0]).not.toContain('50.08');
  });

  test('its page is private, and says what is set aside in the token and who can see what', async () => {
    entryOf({});
    expect(await title()).toBe('50 USDC for lena@post.test');
    expect(document.querySelector('.page-wide')?.getAttribute('data-mode')).toBe('private');
    expect(screen.getByText('Set aside for claiming').nextElementSibling?.textContent).toBe(
      '0.120000 USDC',
    );
    expect(screen.getByText(/Polygon shows neither the amount nor who paid it/)).toBeDefined();
    expect(await button('Send a reminder')).toBeDefined();
  });

  test('taking it back says where it goes and what that costs', async () => {
    const { user } = entryOf({});
    await user.click(await button('Take it back'));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/^It goes back to your private balance/).textContent).toContain(
      'The fee comes out of what’s set aside for it.',
    );
  });

  test('what came back says so without a promise about the fee, and can be sent again by link', async () => {
    const { user } = entryOf({ state: 'returned', end });
    expect(await overview()).toContain(
      '50 USDC and what you set aside are back in your private balance, less the fee for the return.',
    );
    await user.click(await button('Send again'));
    await waitFor(() => expect(sessionStorage.length).toBeGreaterThan(0));
    const stored = JSON.stringify({ ...sessionStorage });
    expect(stored).toContain('internal-transfer');
    expect(stored).toContain('lena@post.test');
    expect(stored).toContain('linkTo');
  });

  test('where Kax paid the fees, all of it is back', async () => {
    entryOf({ state: 'returned', end, feePaid: '0', feeSetAside: '0' });
    expect(await overview()).toContain('All 50 USDC is back in your private balance.');
    expect(screen.queryByText('Set aside for claiming')).toBeNull();
  });
});

test('sending a public one again opens Send with the link chosen', async () => {
  const { user } = startEntry({ state: 'returned', end });
  await user.click(await button('Send again'));
  await waitFor(() => expect(sessionStorage.length).toBeGreaterThan(0));
  const stored = JSON.stringify({ ...sessionStorage });
  expect(stored).toMatch(/linkTo[\\":]+lena@post\.test/);
  expect(stored).toContain('Happy birthday');
});
