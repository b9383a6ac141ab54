import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BaseUnits } from '#domain/amount/base-units';
import { buildClaimView } from '#testing/claim-view';
import { buildChain, buildCoin, buildNativeCoin } from '#testing/coin';
import { buildFeeQuote } from '#testing/fee-quote';
import { buildOperationView } from '#testing/operation-view';
import { buildContact } from '#testing/saved-contact';
import { buildUser } from '#testing/user';
import { firstModalEntry } from '../lib/modal-url/modal-entry.ts';
import { BrowserRouter } from '../lib/navigation/navigation.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { fillAgain } from '../money-form/hand-over.ts';
import { NO_PAYEE } from '../money-form/payee.ts';
import { storeSignIn } from '../state/auth-session.ts';
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

const MAKE = 'POST /api/wallet/claims';
const QUOTE = 'POST /api/wallet/claims/quote';
const claim = buildClaimView();
const operation = buildOperationView({
  id: claim.operationId,
  to: claim.address,
  amount: '25000000',
});
const quote = {
  fee: '18210000000000000',
  feeCeiling: '30000000000000000',
  setAside: '12000000000000000',
  feeSymbol: 'POL',
  feeDecimals: 18,
  feeUsd: 0.008,
  maxAmount: '250000000',
};
const dana = {
  name: 'Dana Okafor',
  emailOrPhone: 'dana@kax.test',
  publicAddress: BOB,
  privateAddress: `0zk1${'q'.repeat(123)}`,
};

function start(responses: Responses = {}) {
  let isMade = false;
  const api = respondWith({
    'POST /api/wallet/find-recipient': () => ({ body: { data: null } }),
    [QUOTE]: () => ({ body: { data: quote } }),
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
const made = (api: ReturnType<typeof respondWith>) =>
  api.seen.filter(({ method, path }) => method === 'POST' && path === '/api/wallet/claims');

async function toRecipient(user: UserEvent, coin = 'USDC', amount = '25') {
  await user.click(await button(`More actions for ${coin} on Polygon`));
  await user.click(screen.getByRole('menuitem', { name: 'Send' }));
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), amount);
  await user.click(await button('Continue'));
  return screen.findByLabelText<HTMLInputElement>('Recipient address');
}

async function goOn(user: UserEvent) {
  await waitFor(async () => expect((await button('Continue')).disabled).toBe(false));
  await user.click(await button('Continue'));
}

async function toReview(user: UserEvent, to = 'Lena@post.test', message = 'Happy birthday') {
  await user.type(await toRecipient(user), to);
  await user.click(await button(/^Send a link instead/));
  await user.type(screen.getByRole('textbox', { name: 'Message (optional)' }), message);
  await goOn(user);
  await screen.findByRole('heading', { name: /^You send/ });
}

test('whoever isn’t found can be sent a link, and the review says who can claim it and what it costs', async () => {
  const { api, user } = start();
  await toReview(user);
  expect(screen.getByText('lena@post.test')).toBeDefined();
  expect(screen.getByText('Only someone who can read lena@post.test can claim it.')).toBeDefined();
  expect(await screen.findByText('0.012000 POL of the fee is set aside for it')).toBeDefined();
  expect(screen.getByText('≈ 0.018210 POL')).toBeDefined();
  expect(screen.getByText(/^It comes back to you after 30 days/)).toBeDefined();
  expect(screen.getByText(/^Anyone can see on Polygon/)).toBeDefined();
  expect(screen.getByText('“Happy birthday”')).toBeDefined();
  expect(screen.queryByText('I checked the whole address.')).toBeNull();
  expect(made(api)).toEqual([]);
});

test('an owner with keys of their own is told before the review that they can’t pay by link yet', async () => {
  const signedIn = buildUser();
  storeSignIn({
    user: { ...signedIn, wallet: { ...signedIn.wallet, custody: 'only-me' } },
    ...{ accessToken: 'access-1', refreshToken: 'refresh-1' },
  });
  const { user } = start();
  await user.type(await toRecipient(user), 'Lena@post.test');
  await user.click(await button(/^Send a link instead/));
  const sentence = 'You can’t approve payments by link with Only me yet.';
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  expect((await button('Continue')).disabled).toBe(true);
});

test('confirming makes the link once, and shows it with whom we told', async () => {
  const { api, user } = start();
  await toReview(user);
  const confirm = await waitForConfirm('Confirm and send 25 USDC');
  await user.dblClick(confirm);
  const region = within(await screen.findByRole('region', { name: 'Payment link' }));
  expect(region.getByText('We emailed lena@post.test.')).toBeDefined();
  expect(region.getByText(/\/claim\/7Q2M-K9XD-4TPA-82WJ$/)).toBeDefined();
  expect(region.getByRole('button', { name: 'Copy link' })).toBeDefined();
  expect(screen.queryByText(/^0x5FbD/)).toBeNull();
  expect(made(api).map(({ body }) => body)).toEqual([
    {
      tokenId: 'polygon-usdc',
      amount: '25000000',
      emailOrPhone: 'lena@post.test',
      message: 'Happy birthday',
    },
  ]);
});

test('after a reload a link in doubt is repeated with its key, and says so', async () => {
  let isDown = true;
  const { api, user } = start({
    [MAKE]: () => (isDown ? 'no response' : { body: { data: claim, operation } }),
  });
  await toReview(user);
  await pressConfirm(user, 'Confirm and send 25 USDC');
  await button('Try again: send 25 USDC');
  cleanup();
  load();
  isDown = false;
  await goOn(user);
  expect(
    (await screen.findByRole<HTMLInputElement>('textbox', { name: 'Message (optional)' })).value,
  ).toBe('Happy birthday');
  await goOn(user);
  await pressConfirm(user, 'Try again: send 25 USDC');
  await waitFor(() => expect(made(api)).toHaveLength(2));
  const keys = made(api).map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(1);
});

test('someone who was found may not be the one: the same link is offered', async () => {
  const { api, user } = start({
    'POST /api/wallet/find-recipient': () => ({ body: { data: dana } }),
  });
  await user.type(await toRecipient(user), 'dana@kax.test');
  expect(await screen.findByText('Not the right person?')).toBeDefined();
  await user.click(await button(/^Send a link instead/));
  expect(screen.queryByText('Dana Okafor')).toBeNull();
  await goOn(user);
  expect(
    await screen.findByText('Only someone who can read dana@kax.test can claim it.'),
  ).toBeDefined();
  await pressConfirm(user, 'Confirm and send 25 USDC');
  await waitFor(() => expect(made(api)).toHaveLength(1));
});

test('a phone number gets a text, and says so', async () => {
  const { user } = start();
  await user.type(await toRecipient(user), '+1 (415) 555-0188');
  expect((await button(/^Send a link instead/)).textContent).toContain('phone number');
  await user.click(await button(/^Send a link instead/));
  expect(
    screen.getByText(/^Only someone who gets texts at \+14155550188 can claim it/),
  ).toBeDefined();
});

test('a contact with an email and no address can be paid by link', async () => {
  const mum = buildContact({
    name: 'Mum',
    emailOrPhone: 'mum@post.test',
    publicAddress: null,
    privateAddress: null,
  });
  const { user } = start({ 'GET /api/wallet/contacts': () => ({ body: { data: [mum] } }) });
  await toRecipient(user);
  await user.click(await screen.findByRole('option', { name: /Mum/ }));
  expect(await button(/^Send a link instead/)).toBeDefined();
  expect(screen.queryByText('Not the right person?')).toBeNull();
});

test('another recipient can be chosen instead, and a message that is too long can’t go on', async () => {
  const { user } = start();
  await user.type(await toRecipient(user), 'lena@post.test');
  await user.click(await button(/^Send a link instead/));
  const message = screen.getByRole('textbox', { name: 'Message (optional)' });
  await user.click(message);
  await user.paste('x'.repeat(141));
  expect((await button('Continue')).disabled).toBe(true);
  await user.click(await button('Choose another recipient'));
  expect((await screen.findByLabelText<HTMLInputElement>('Recipient address')).value).toBe('');
});

test('an amount that leaves too little for the fee of the claim says so and can’t go on', async () => {
  const { user } = start({
    'GET /api/wallet/public/coins': () => ({
      body: {
        data: [
          buildChain([buildNativeCoin({ balanceBaseUnits: '20000000000000000' }), buildCoin()]),
        ],
      },
    }),
  });
  await user.type(await toRecipient(user), 'lena@post.test');
  await user.click(await button(/^Send a link instead/));
  expect(await screen.findByText('You need 0.030000 POL for the network fee.')).toBeDefined();
  expect((await button('Continue')).disabled).toBe(true);
});

test('more of the native coin than a link can carry says how much it can', async () => {
  const { user } = start({
    [QUOTE]: () => ({ body: { data: { ...quote, maxAmount: '9500000000000000000' } } }),
    'POST /api/wallet/public/quote-send': () => ({
      body: { data: buildFeeQuote({ maxAmount: '9950000000000000000' }) },
    }),
  });
  await user.type(await toRecipient(user, 'POL', '9.9'), 'lena@post.test');
  await user.click(await button(/^Send a link instead/));
  expect(await screen.findByText(/^The most you can send by link is 9.5 POL/)).toBeDefined();
});

test('a refusal is said on the review, and nothing entered is lost', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { user } = start({
    [MAKE]: () => ({
      status: 409,
      body: { error: 'You have 50 payments that no one has claimed yet.', code: 'too-many-claims' },
    }),
  });
  await toReview(user);
  await pressConfirm(user, 'Confirm and send 25 USDC');
  expect(await screen.findByText(/You have 50 payments that no one has claimed yet/)).toBeDefined();
  expect(screen.getByText('“Happy birthday”')).toBeDefined();
});

test('sending one again opens Send with the link and its message chosen', async () => {
  const entry = firstModalEntry(false);
  fillAgain(
    'send',
    {
      coin: { id: 'polygon-usdc', decimals: 6 },
      units: 25_000_000n as BaseUnits,
      payee: NO_PAYEE,
      link: { to: 'lena@post.test', message: 'Happy birthday' },
    },
    { userId: buildUser().id, opening: entry.opening },
  );
  window.history.pushState({ usr: entry }, '', '/dashboard?do=send&coin=polygon-usdc');
  const { user } = start();
  await goOn(user);
  expect(screen.getByText('lena@post.test')).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Message (optional)' }).value).toBe(
    'Happy birthday',
  );
  await goOn(user);
  expect(await screen.findByText('“Happy birthday”')).toBeDefined();
});
