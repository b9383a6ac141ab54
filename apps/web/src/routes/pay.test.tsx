import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { FakeResponse } from '#testing/fake-api';
import { buildOwnRequest } from '#testing/payment-link';
import { buildUser } from '#testing/user';
import { toggleDiscretion } from '../state/discretion.ts';
import {
  CODE,
  FIND,
  found,
  open,
  PAGE,
  PRIVATE_COINS,
  PUBLIC_COINS,
  prepareEach,
  privateCoins,
  publicCoins,
  respond,
  signInAlice,
} from './pay.test-setup.tsx';

prepareEach();

const unknown: FakeResponse = {
  status: 404,
  body: { error: 'This link doesn’t work.', code: 'unknown-payment-request' },
};
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const choice = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name });
const heading = () => screen.findByRole('heading', { level: 1 });

describe('/pay/:code without a session', () => {
  test('says who asks for how much and what for, and asks the server without a session', async () => {
    const api = respond();
    open();
    expect(screen.getByText('Loading the payment request')).toBeDefined();
    expect((await heading()).textContent).toBe('Bob Okafor is asking you for 40.00 USDC');
    expect(screen.getByText('$40.00')).toBeDefined();
    expect(screen.getByText('Dinner on Friday')).toBeDefined();
    expect(screen.getByText('USDC on Polygon')).toBeDefined();
    expect(screen.getByText('9 January')).toBeDefined();
    expect(
      screen.getByText(/Kax verified only the email. Don’t know Bob\? Don’t pay./),
    ).toBeDefined();
    expect(api.seen).toHaveLength(1);
    expect(api.seen[0]?.body).toEqual({ code: CODE });
    expect(api.seen[0]?.headers.has('authorization')).toBe(false);
  });

  test('is found by no search engine, and its address goes to no other page', async () => {
    respond();
    open();
    await heading();
    const content = (name: string) =>
      document.head.querySelector(`meta[name="${name}"]`)?.getAttribute('content');
    expect(content('robots')).toBe('noindex');
    expect(content('referrer')).toBe('no-referrer');
  });

  test('reads a code in small letters and without hyphens', async () => {
    const api = respond();
    open('/pay/7q2mk9xd4tpa82wj');
    await heading();
    expect(api.seen[0]?.body).toEqual({ code: CODE });
  });

  test('does not name a payee who hides their name, and shows no value without a price', async () => {
    respond({ [FIND]: () => found({ name: null, priceUsd: null, message: null }) });
    open();
    expect((await heading()).textContent).toBe('Someone is asking you for 40.00 USDC');
    expect(screen.queryByText('$40.00')).toBeNull();
    expect(screen.queryByText('verified email')).toBeNull();
    expect(screen.getByText(/Don’t know who sent you this link\? Don’t pay./)).toBeDefined();
  });

  test('signing in returns here', async () => {
    respond();
    const user = open();
    await heading();
    await user.click(screen.getByRole('link', { name: 'Pay from my Kax wallet' }));
    expect(screen.getByText(`Sign-in page, then ${PAGE}`)).toBeDefined();
  });

  test('another wallet gets the whole address and a code with the amount; Back closes them', async () => {
    respond();
    const user = open();
    await heading();
    await user.click(button('Pay from another wallet'));
    await screen.findByRole('dialog', { name: 'Pay from another wallet' });
    expect(screen.getByRole('img', { name: /^QR code to pay 40 USDC to 0x3C8d/ })).toBeDefined();
    await user.click(button('Copy address'));
    expect(await navigator.clipboard.readText()).toBe('0x3C8dE51f7b0942A6cE94d3708FbA12c5D7e4b06a');
    await user.click(button('Copy the amount'));
    expect(await navigator.clipboard.readText()).toBe('40');
    window.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location.pathname).toBe(PAGE);
  });

  test('a private request gives another wallet the private address', async () => {
    respond({ [FIND]: () => found({ balance: 'private', recipient: '0zk1qbob' }) });
    const user = open();
    await heading();
    expect(screen.getByText('Private USDC on Polygon')).toBeDefined();
    await user.click(button('Pay from another wallet'));
    expect(await screen.findByRole('img', { name: 'QR code for 0zk1qbob' })).toBeDefined();
  });

  test.each([
    ['paid', 'It’s paid'],
    ['being-paid', 'It’s being paid right now'],
    ['expired', 'This link has expired'],
    ['cancelled', 'This request was cancelled'],
  ] as const)('a request that is %s says so and can’t be paid', async (state, title) => {
    respond({ [FIND]: () => found({ state }) });
    open();
    expect(await screen.findByText(title)).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Pay from my Kax wallet' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Pay from another wallet' })).toBeNull();
  });

  test.each([
    ['that no request has', PAGE, 1],
    ['that is none', '/pay/7Q2M', 0],
  ])('a code %s leads nowhere', async (_, path, calls) => {
    const api = respond({ [FIND]: () => unknown });
    open(path);
    expect(await screen.findByText('This link doesn’t work')).toBeDefined();
    expect(api.seen).toHaveLength(calls);
  });

  test('without a connection it says so, and tries again', async () => {
    let response: FakeResponse = 'no response';
    respond({ [FIND]: () => response });
    const user = open();
    expect(await screen.findByText('Couldn’t load this request')).toBeDefined();
    response = found();
    await user.click(button('Try again'));
    await heading();
  });

  test('a second visitor sees when it is paid, without a reload', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] });
    let response = found();
    respond({ [FIND]: () => response });
    open();
    await heading();
    response = found({ state: 'paid' });
    act(() => void vi.advanceTimersByTime(15_000));
    expect(await screen.findByText('It’s paid')).toBeDefined();
    vi.useRealTimers();
  });
});

describe('/pay/:code with a session', () => {
  const OWN = buildUser().wallet.publicWalletAddress;

  test('preselects the private balance when it is enough, and says who sees what', async () => {
    signInAlice();
    respond({ [PRIVATE_COINS]: () => privateCoins('100000000') });
    const user = open();
    await waitFor(async () => expect((await choice('Private balance')).checked).toBe(true));
    expect(screen.getByText('It arrives in Bob’s public balance.')).toBeDefined();
    expect(
      screen.getByText('Polygon shows 40 USDC leaving the private pool, not that it was you.', {
        exact: false,
      }),
    ).toBeDefined();
    await user.click(await choice('Public balance'));
    expect(screen.getByText(/Anyone can see on Polygon that you paid 40 USDC/)).toBeDefined();
    expect(button('Review payment').disabled).toBe(false);
  });

  test('hides the balances, and what is missing, while figures are hidden', async () => {
    signInAlice();
    act(toggleDiscretion);
    respond({ [PRIVATE_COINS]: () => privateCoins('15000000') });
    open();
    await waitFor(async () => expect((await choice('Public balance')).checked).toBe(true));
    const group = screen.getByRole('group', { name: 'Pay from' });
    for (const figure of ['250 USDC', '15 USDC', '25.1']) {
      expect(group.innerHTML).not.toContain(figure);
    }
  });

  test('counts the fee of the pool: 40 USDC in the private balance aren’t enough to let 40 arrive', async () => {
    signInAlice();
    respond({
      [PRIVATE_COINS]: () => privateCoins('40000000'),
      'POST /api/wallet/quote-unshield': () => ({
        body: {
          data: {
            ...{ maxAmount: '40000000', poolFee: '0', poolFeeBps: 25, broadcasterFee: '0' },
            ...{ received: '0', networkFee: '0', networkFeePaidBy: 'kax', feeSymbol: 'POL' },
            ...{ feeDecimals: 18, feeUsd: null, expectedMs: 1, queueLength: 0 },
          },
        },
      }),
    });
    open();
    expect(await screen.findByText(/you’re/)).toBeDefined();
    expect(screen.getByText(/0.10025 USDC/)).toBeDefined();
    expect((await choice('Private balance')).disabled).toBe(true);
  });

  test('a private request is paid from the private balance only, after a shield where that has less', async () => {
    signInAlice();
    respond({ [FIND]: () => found({ balance: 'private', recipient: '0zk1qbob' }) });
    open();
    const shield = await screen.findByRole('link', { name: 'Shield USDC first' });
    expect(shield.getAttribute('href')).toBe('/dashboard?do=shield&coin=polygon-usdc');
    expect(screen.queryByRole('radio', { name: 'Public balance' })).toBeNull();
    expect(screen.getByText('0 USDC', { exact: false })).toBeDefined();
  });

  test('what no balance can pay can be bought, and paid from elsewhere', async () => {
    signInAlice();
    respond({ [PUBLIC_COINS]: () => publicCoins('5000000') });
    open();
    const buy = await screen.findByRole('link', { name: 'Buy USDC' });
    expect(buy.getAttribute('href')).toBe('/on-ramping');
    expect(screen.getByText(/35 USDC/)).toBeDefined();
    expect(button('Pay from another wallet')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Review payment' })).toBeNull();
  });

  test('says when the native coin for the fee is missing', async () => {
    signInAlice();
    respond({ [PUBLIC_COINS]: () => publicCoins('250000000', '1') });
    open();
    expect(await screen.findByText(/You need 0.009000 POL for the network fee./)).toBeDefined();
    expect((await choice('Public balance')).disabled).toBe(true);
  });

  test('the payee is led to their link', async () => {
    signInAlice();
    respond({
      [FIND]: () => found({ recipient: OWN.toLowerCase() }),
      'GET /api/wallet/payment-requests': () => ({ body: { data: [buildOwnRequest()] } }),
    });
    open();
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'See your link' }).getAttribute('href')).toBe(
        '/dashboard?do=receive&step=link&request=request-1',
      ),
    );
    expect(screen.getByText('This is your own link')).toBeDefined();
    expect((await heading()).textContent).toBe('You’re asking for 40.00 USDC');
  });

  test('a balance that can’t be read doesn’t keep the other one from paying', async () => {
    signInAlice();
    respond({ [PRIVATE_COINS]: () => 'no response' });
    open();
    await waitFor(async () => expect((await choice('Public balance')).checked).toBe(true));
    expect(screen.getByText('We can’t check this balance right now.')).toBeDefined();
  });
});
