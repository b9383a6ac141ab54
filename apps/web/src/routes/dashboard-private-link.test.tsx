import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BaseUnits } from '#domain/amount/base-units';
import { buildClaimView } from '#testing/claim-view';
import { buildOperationView } from '#testing/operation-view';
import { buildPoolQuote } from '#testing/pool-quote';
import { buildUser } from '#testing/user';
import { firstModalEntry } from '../lib/modal-url/modal-entry.ts';
import { BrowserRouter } from '../lib/navigation/navigation.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { fillAgain } from '../money-form/hand-over.ts';
import { NO_PAYEE } from '../money-form/payee.ts';
import { setWalletMode } from '../state/wallet-mode.ts';
import {
  BOB,
  pressConfirm,
  respondWith,
  signInBeforeEach,
  waitForConfirm,
} from './dashboard.test-setup.tsx';
import Dashboard from './dashboard.tsx';

signInBeforeEach();
beforeEach(() => {
  window.history.pushState(null, '', '/dashboard');
});
afterEach(() => sessionStorage.clear());

type Responses = Parameters<typeof respondWith>[0];

const OWN = buildUser().wallet.privateWalletAddress;
const WALLET = `0zk1${'w'.repeat(123)}`;
const MAKE = 'POST /api/wallet/claims';
const QUOTE = 'POST /api/wallet/claims/quote';
const claim = buildClaimView({
  ...{ balance: 'private', address: WALLET, amount: '25000000', state: 'sending' },
  ...{ notifiedAt: null, transactionHash: null, feePaid: null },
  ...{ feeSetAside: '120000', feeSymbol: 'USDC', feeDecimals: 6 },
});
const operation = buildOperationView({
  ...{ id: claim.operationId, kind: 'internal-transfer', from: OWN, to: WALLET },
  amount: '25120000',
});
const transferQuote = buildPoolQuote({
  ...{ maxAmount: '99960000', poolFee: '0', broadcasterFee: '40000' },
  ...{ networkFeePaidBy: 'kax', expectedMs: 150_000 },
});
const linkQuote = {
  ...{ fee: '160000', feeCeiling: '160000', setAside: '120000' },
  ...{ feeSymbol: 'USDC', feeDecimals: 6, feeUsd: 0.16, maxAmount: '99840000' },
};
const dana = {
  ...{ name: 'Dana Okafor', emailOrPhone: 'dana@kax.test' },
  ...{ publicAddress: BOB, privateAddress: `0zk1${'q'.repeat(123)}` },
};

function start(responses: Responses = {}) {
  let isMade = false;
  const api = respondWith({
    'POST /api/wallet/find-recipient': () => ({ body: { data: null } }),
    'POST /api/wallet/private/quote-internal-transfer': () => ({ body: { data: transferQuote } }),
    [QUOTE]: () => ({ body: { data: linkQuote } }),
    [MAKE]: () => {
      isMade = true;
      return { body: { data: claim, operation } };
    },
    'GET /api/wallet/claims': () => ({ body: { data: isMade ? [claim] : [] } }),
    [`GET /api/wallet/operations/${operation.id}`]: () => ({ body: { data: operation } }),
    ...responses,
  });
  load();
  return { api, user: userEvent.setup() };
}

function load() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BrowserRouter>
        <Dashboard />
      </BrowserRouter>
    </QueryClientProvider>,
  );
}

const button = (name: string | RegExp) =>
  screen.findByRole<HTMLButtonElement>('button', { name }, { timeout: 3_000 });
type Api = ReturnType<typeof respondWith>;
const sentTo = (api: Api, wanted: string) =>
  api.seen.filter(({ method, path }) => method === 'POST' && path === wanted);
const made = (api: Api) => sentTo(api, '/api/wallet/claims');

async function toRecipient(user: UserEvent, amount = '25') {
  setWalletMode('private');
  await screen.findByText('Private coins');
  await user.click(await button('More actions for USDC on Polygon'));
  await user.click(screen.getByRole('menuitem', { name: 'Internal Transfer' }));
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), amount);
  return screen.findByLabelText<HTMLInputElement>('Recipient address');
}

async function goOn(user: UserEvent) {
  await waitFor(async () => expect((await button('Continue')).disabled).toBe(false));
  await user.click(await button('Continue'));
}

async function toReview(user: UserEvent, to = 'Lena@post.test') {
  await user.type(await toRecipient(user), to);
  await user.click(await button(/^Send a link instead/));
  await user.type(screen.getByRole('textbox', { name: 'Message (optional)' }), 'Happy birthday');
  await goOn(user);
  await screen.findByRole('heading', { name: /^You send/ });
}

describe('a link in Internal Transfer', () => {
  test('the review says who can claim it, what it costs in the token, and who can see what', async () => {
    const { api, user } = start();
    await toReview(user);
    expect(
      screen.getByText('Only someone who can read lena@post.test can claim it.'),
    ).toBeDefined();
    expect(await screen.findByText('0.120000 USDC of the fee is set aside for it')).toBeDefined();
    expect(screen.getByText('0.160000 USDC')).toBeDefined();
    expect(screen.getByText('25.160 USDC')).toBeDefined();
    expect(screen.getByText('about 3 minutes')).toBeDefined();
    expect(screen.getByText(/^It comes back to you after 30 days/)).toBeDefined();
    expect(screen.getByText('“Happy birthday”')).toBeDefined();
    expect(screen.getByText('Hidden on Polygon.').parentElement?.textContent).toContain(
      'Whoever has the link can read your name, the amount and the email address.',
    );
    expect(screen.queryByText('I checked the whole address.')).toBeNull();
    expect(screen.queryByText('Recipient sees')).toBeNull();
    expect(made(api)).toEqual([]);
    expect(sentTo(api, '/api/wallet/private/prepare-transaction')).toEqual([]);
    expect(sentTo(api, '/api/wallet/claims/quote')[0]?.body).toMatchObject({ balance: 'private' });
  });

  test('confirming makes it once from the private balance, and shows the link and one amount', async () => {
    const { api, user } = start();
    await toReview(user);
    await user.dblClick(await waitForConfirm('Send 25 USDC'));
    const region = within(await screen.findByRole('region', { name: 'Payment link' }));
    expect(region.getByText('We’ll email lena@post.test in a moment.')).toBeDefined();
    expect(region.getByText(/\/claim\/7Q2M-K9XD-4TPA-82WJ$/)).toBeDefined();
    expect(screen.queryByText(/25\.12/)).toBeNull();
    expect(screen.queryByText(/^0zk1ww/)).toBeNull();
    expect(made(api).map(({ body }) => body)).toEqual([
      {
        tokenId: 'polygon-usdc',
        amount: '25000000',
        balance: 'private',
        emailOrPhone: 'lena@post.test',
        message: 'Happy birthday',
      },
    ]);
    expect(sentTo(api, '/api/wallet/private/internal-transfer')).toEqual([]);
  });

  test('after a reload one in doubt is repeated with its key, and says so', async () => {
    let isDown = true;
    const { api, user } = start({
      [MAKE]: () => (isDown ? 'no response' : { body: { data: claim, operation } }),
    });
    await toReview(user);
    await pressConfirm(user, 'Send 25 USDC');
    await button('Try again: send 25 USDC');
    cleanup();
    load();
    isDown = false;
    expect(
      (await screen.findByRole<HTMLInputElement>('textbox', { name: 'Message (optional)' })).value,
    ).toBe('Happy birthday');
    await goOn(user);
    await pressConfirm(user, 'Try again: send 25 USDC');
    await waitFor(() => expect(made(api)).toHaveLength(2));
    const keys = made(api).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
  });

  test('someone who was found may not be the one, and another recipient can be chosen again', async () => {
    const { user } = start({
      'POST /api/wallet/find-recipient': () => ({ body: { data: dana } }),
    });
    await user.type(await toRecipient(user), 'dana@kax.test');
    expect(await screen.findByText('Not the right person?')).toBeDefined();
    await user.click(await button(/^Send a link instead/));
    expect(screen.queryByText('Dana Okafor')).toBeNull();
    expect(screen.queryByRole('switch', { name: 'Show my name' })).toBeNull();
    await user.click(await button('Choose another recipient'));
    expect((await screen.findByLabelText<HTMLInputElement>('Recipient address')).value).toBe('');
    expect(screen.getByRole('switch', { name: 'Show my name' })).toBeDefined();
  });

  test('an amount that leaves too little for the fee of the claim says how much can be sent', async () => {
    const { user } = start();
    await user.type(await toRecipient(user, '99.9'), 'lena@post.test');
    await user.click(await button(/^Send a link instead/));
    expect(await screen.findByText(/^The most you can send by link is 99.84 USDC/)).toBeDefined();
    expect((await button('Continue')).disabled).toBe(true);
  });

  test('where the broadcaster isn’t paid, Kax pays for the claim', async () => {
    const { user } = start({
      'POST /api/wallet/private/quote-internal-transfer': () => ({
        body: { data: { ...transferQuote, broadcasterFee: '0' } },
      }),
      [QUOTE]: () => ({ body: { data: { ...linkQuote, fee: '0', setAside: '0', feeUsd: 0 } } }),
    });
    await toReview(user);
    expect(await screen.findByText('Kax pays for it')).toBeDefined();
    expect(screen.getByText('25.000 USDC')).toBeDefined();
  });

  test('a refusal is said on the review, and nothing entered is lost', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const error = 'Another private payment of yours is still on its way.';
    const { user } = start({
      [MAKE]: () => ({ status: 409, body: { error, code: 'private-operation-open' } }),
    });
    await toReview(user);
    await pressConfirm(user, 'Send 25 USDC');
    expect((await screen.findByRole('alert')).textContent).toBe(`Error: ${error}`);
    expect(screen.getByText('“Happy birthday”')).toBeDefined();
  });

  test('a private balance that is still being prepared is waited for, with one key', async () => {
    const error = 'We’re still preparing your private balance. Try again in a few seconds.';
    const waits = [{ status: 503, body: { error, code: 'private-not-ready', retryAfter: 1 } }];
    const { api, user } = start({
      [MAKE]: () => waits.pop() ?? { body: { data: claim, operation } },
    });
    await toReview(user);
    await pressConfirm(user, 'Send 25 USDC');
    expect((await screen.findByRole('status')).textContent).toContain('your payment');
    await waitFor(() => expect(made(api)).toHaveLength(2), { timeout: 4_000 });
    const keys = made(api).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
  });
});

describe('a link in Send', () => {
  async function toPublicReview(user: UserEvent) {
    await user.click(await button('More actions for USDC on Polygon'));
    await user.click(screen.getByRole('menuitem', { name: 'Send' }));
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '25');
    await user.click(await button('Continue'));
    await user.type(await screen.findByLabelText('Recipient address'), 'lena@post.test');
    await user.click(await button(/^Send a link instead/));
    await user.type(screen.getByRole('textbox', { name: 'Message (optional)' }), 'Happy birthday');
    await goOn(user);
    await screen.findByRole('heading', { name: /^You send/ });
  }
  const publicQuote = { ...linkQuote, feeSymbol: 'POL', feeDecimals: 18, maxAmount: '250000000' };
  const quoteOf = (body: unknown, most: string) => {
    const isPrivate = JSON.stringify(body).includes('private');
    return { body: { data: isPrivate ? { ...linkQuote, maxAmount: most } : publicQuote } };
  };

  test('can be sent privately where the private balance suffices: its review opens, filled in', async () => {
    const { api, user } = start({ [QUOTE]: ({ body }) => quoteOf(body, '99840000') });
    await toPublicReview(user);
    await user.click(await button('Send it privately'));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Internal Transfer' }, { timeout: 3_000 }),
    );
    expect(
      await dialog.findByRole('heading', { name: /^You send/ }, { timeout: 3_000 }),
    ).toBeDefined();
    expect(dialog.getByText('“Happy birthday”')).toBeDefined();
    expect(dialog.getByText('lena@post.test')).toBeDefined();
    expect(made(api)).toEqual([]);
    expect(location.search).not.toContain('lena');
  });

  test('offers nothing where the private balance is too small', async () => {
    const { api, user } = start({ [QUOTE]: ({ body }) => quoteOf(body, '24000000') });
    await toPublicReview(user);
    await waitFor(() => {
      const quotes = sentTo(api, '/api/wallet/claims/quote');
      expect(quotes.some(({ body }) => JSON.stringify(body).includes('private'))).toBe(true);
    });
    await waitForConfirm('Confirm and send 25 USDC');
    expect(screen.queryByRole('button', { name: 'Send it privately' })).toBeNull();
  });
});

test('sending a private one again opens Internal Transfer with the link and its message chosen', async () => {
  const entry = firstModalEntry(false);
  fillAgain(
    'internal-transfer',
    {
      coin: { id: 'polygon-usdc', decimals: 6 },
      units: 25_000_000n as BaseUnits,
      payee: NO_PAYEE,
      link: { to: 'lena@post.test', message: 'Happy birthday' },
    },
    { userId: buildUser().id, opening: entry.opening },
  );
  window.history.pushState({ usr: entry }, '', '/dashboard?do=internal-transfer&coin=polygon-usdc');
  const { user } = start();
  expect(await screen.findByText('lena@post.test', {}, { timeout: 3_000 })).toBeDefined();
  await goOn(user);
  expect(await screen.findByText('“Happy birthday”')).toBeDefined();
  expect(await waitForConfirm('Send 25 USDC')).toBeDefined();
});
