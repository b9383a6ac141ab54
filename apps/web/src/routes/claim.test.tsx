import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ClaimState } from '#domain/claim/claim';
import { buildClaimView, buildFoundClaim } from '#testing/claim-view';
import { createFakeApi, type FakeResponse } from '#testing/fake-api';
import { buildOperationView } from '#testing/operation-view';
import { buildRegisteredResponse } from '#testing/registered-response';
import { buildSignedInResponse } from '#testing/signed-in-response';
import { buildUser } from '#testing/user';
import type { OperationView } from '#wire/wallet/operation';
import { GuestOnly } from '../app/guards.tsx';
import { BrowserRouter, useLocation } from '../lib/navigation/navigation.tsx';
import { Route, Routes } from '../lib/navigation/routes.tsx';
import { signOutLocally, storeSignIn } from '../state/auth-session.ts';
import Claim from './claim.tsx';
import Login from './login.tsx';
import Register from './register.tsx';
import VerifyOtp from './verify-otp.tsx';

const CODE = '7Q2MK9XD4TPA82WJ';
const PAGE = '/claim/7Q2M-K9XD-4TPA-82WJ';
const FIND = 'POST /api/claims/find';
const CLAIM = 'POST /api/wallet/claims/claim';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  act(() => signOutLocally({ isByChoice: false }));
});
afterEach(() => {
  cleanup();
  act(() => signOutLocally({ isByChoice: false }));
  vi.unstubAllGlobals();
});

type Responses = Parameters<typeof createFakeApi>[0];

function found(values: Parameters<typeof buildFoundClaim>[0] = {}): FakeResponse {
  return { body: { data: buildFoundClaim(values) } };
}

function refused(status: number, code: string, error: string): FakeResponse {
  return { status, body: { error, code } };
}

const claiming = (state: ClaimState = 'claiming'): FakeResponse => ({
  body: { data: buildFoundClaim({ state }), operation: buildOperationView({ id: 'op-1' }) },
});

function signInAs(email: string, phone = '+14155550199'): void {
  const user = buildUser({ email, phone });
  act(() => storeSignIn({ user, accessToken: 'access-1', refreshToken: 'refresh-1' }));
}

function open(responses: Responses = {}, path = PAGE) {
  const api = createFakeApi({
    [FIND]: () => found(),
    'POST /api/auth/logout': () => ({ body: { success: true, message: 'Signed out.' } }),
    ...responses,
  });
  vi.stubGlobal('fetch', api.fetch);
  window.history.pushState({ key: crypto.randomUUID(), idx: 0 }, '', path);
  load();
  return { api, user: userEvent.setup() };
}

/** Shows the entry that the browser is on; again after `cleanup`, as a reload would. */
function load() {
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/claim/:code" element={<Claim />} />
        <Route element={<GuestOnly />}>
          <Route path="/login" element={<Login />} />
          <Route path="/register" element={<Register />} />
          <Route path="/verify-otp" element={<VerifyOtp />} />
        </Route>
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </BrowserRouter>,
  );
}

function Elsewhere() {
  return <p>At {useLocation().pathname}</p>;
}

const heading = async () => (await screen.findByRole('heading', { level: 1 })).textContent;
const link = (name: string) => screen.findByRole('link', { name });
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

describe('/claim/:code without a session', () => {
  test('says who sent how much, what they wrote, and until when it can be claimed', async () => {
    const { api } = open();
    expect(screen.getByText('Loading your payment')).toBeDefined();
    expect(await heading()).toBe('Alice Moreau sent you 50.00 USDC');
    expect(screen.getByText('$49.99')).toBeDefined();
    expect(screen.getByText('Happy birthday')).toBeDefined();
    expect(screen.getByText(/^With lena@post.test\. We send a code/)).toBeDefined();
    expect(
      screen.getByText(
        'If you don’t claim it by 12 December, it goes back to Alice. Claiming is free.',
      ),
    ).toBeDefined();
    expect(screen.getByText(/If you don’t know Alice, ignore this link/)).toBeDefined();
    expect(api.seen.map(({ body }) => body)).toEqual([{ code: CODE }]);
    expect(api.seen[0]?.headers.has('authorization')).toBe(false);
  });

  test('is found by no search engine, and its address goes to no other page', async () => {
    open();
    await heading();
    const content = (name: string) =>
      document.head.querySelector(`meta[name="${name}"]`)?.getAttribute('content');
    expect(content('robots')).toBe('noindex');
    expect(content('referrer')).toBe('no-referrer');
  });

  test('promises no private balance for a coin that has none', async () => {
    open({ [FIND]: () => found({ tokenAddress: null, priceUsd: null, message: null }) });
    expect(await screen.findByText('Keep it or send it on.')).toBeDefined();
    expect(screen.queryByText('$49.99')).toBeNull();
  });

  test('registering starts with the email, survives a reload at the codes, and returns to the link', async () => {
    const registered = buildRegisteredResponse({ email: 'lena@post.test' });
    const { user } = open({
      'POST /api/auth/register': () => ({ body: registered }),
      'POST /api/auth/verify-otps': () => ({ body: buildSignedInResponse() }),
    });
    await user.click(await link('Claim 50 USDC'));
    const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
    expect(field('Email').value).toBe('lena@post.test');
    expect(location.search).toBe('');
    await user.type(field('Full Name'), 'Lena Brandt');
    await user.type(await screen.findByPlaceholderText('(702) 123-4567'), '4155550188');
    await user.type(field('Password'), 'Quiet!Harbor9');
    await user.type(field('Confirm Password'), 'Quiet!Harbor9');
    await user.click(screen.getByRole('checkbox'));
    await user.click(await button('Create Account'));
    expect(await screen.findByText('Two codes are on their way')).toBeDefined();
    expect(location.href).not.toContain('claim');
    cleanup();
    load();
    await user.type(await screen.findByLabelText('Email Code'), '123456');
    await user.type(screen.getByLabelText('Phone Code'), '654321');
    await user.click(await button('Verify'));
    await waitFor(() => expect(location.pathname).toBe(PAGE));
  });

  test('a payment to a phone number starts the registration with that number', async () => {
    const recipient = { channel: 'sms', value: '+14155550188' } as const;
    const { user } = open({ [FIND]: () => found({ recipient }) });
    await user.click(await link('Claim 50 USDC'));
    const phone = await screen.findByPlaceholderText<HTMLInputElement>('(702) 123-4567');
    expect(phone.value).toBe('(415) 555-0188');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('');
  });

  test('signing in returns here, also by way of the registration and back', async () => {
    const { user } = open();
    await user.click(await link('I already have an account'));
    expect(location.pathname).toBe('/login');
    await user.click(await link('Create an account'));
    await user.click(await link('Sign in'));
    signInAs('lena@post.test');
    await waitFor(() => expect(location.pathname).toBe(PAGE));
  });

  test.each([
    ['claiming', 'It’s being claimed right now'],
    ['claimed', 'It’s been claimed'],
    ['expired', 'This link has expired'],
    ['returning', 'It’s going back to Alice'],
    ['returned', 'It went back to Alice'],
    ['failed', 'This payment didn’t go through'],
  ] as const)('one that is %s can’t be claimed: %s', async (state, title) => {
    open({ [FIND]: () => found({ state }) });
    expect(await screen.findByText(title)).toBeDefined();
    expect(screen.queryByRole('link', { name: /^Claim/ })).toBeNull();
  });

  test('an unknown or mistyped code says so and asks for nothing', async () => {
    open({ [FIND]: () => refused(404, 'unknown-claim', 'This link doesn’t work.') });
    expect(await screen.findByText('This link doesn’t work')).toBeDefined();
    cleanup();
    const { api } = open({}, '/claim/7Q2M');
    expect(await screen.findByText('This link doesn’t work')).toBeDefined();
    expect(api.seen).toEqual([]);
  });

  test('without a connection it says that nothing happens to the money, and tries again', async () => {
    let isDown = true;
    const { user } = open({ [FIND]: () => (isDown ? 'no response' : found()) });
    expect(await screen.findByText(/This changes nothing about the money/)).toBeDefined();
    isDown = false;
    await user.click(await button('Try again'));
    expect(await heading()).toBe('Alice Moreau sent you 50.00 USDC');
  });
});

describe('/claim/:code with a session', () => {
  test('the recipient claims it once, however often they press, and sees it arrive', async () => {
    signInAs('Lena@post.test');
    const held = Promise.withResolvers<FakeResponse>();
    const { api, user } = open({ [CLAIM]: () => held.promise });
    await user.dblClick(await button('Claim 50 USDC'));
    held.resolve(claiming());
    expect(await screen.findByText('On its way to your public balance')).toBeDefined();
    const claims = api.seen.filter(({ path }) => path.endsWith('/claims/claim'));
    expect(claims.map(({ body }) => body)).toEqual([{ code: CODE }]);
    expect((await link('View')).getAttribute('href')).toBe('/activity/wallet/operation-op-1');
  });

  test('what is claimed is theirs', async () => {
    signInAs('lena@post.test');
    open({ [FIND]: () => found({ state: 'claimed' }) });
    expect(await screen.findByText('It’s yours')).toBeDefined();
    expect((await link('View')).getAttribute('href')).toBe('/activity/wallet');
  });

  test('money that isn’t there yet can’t be claimed yet', async () => {
    signInAs('lena@post.test');
    open({ [FIND]: () => found({ state: 'sending' }) });
    expect(await screen.findByText('The money is on its way')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Claim/ })).toBeNull();
  });

  test('without a response, a retry uses the same key, also after a reload', async () => {
    signInAs('lena@post.test');
    let isDown = true;
    const { api, user } = open({ [CLAIM]: () => (isDown ? 'no response' : claiming()) });
    await user.click(await button('Claim 50 USDC'));
    expect(await screen.findByText(/Trying again can’t claim it twice/)).toBeDefined();
    await user.click(await button('Claim 50 USDC'));
    cleanup();
    load();
    isDown = false;
    await user.click(await button('Claim 50 USDC'));
    expect(await screen.findByText('On its way to your public balance')).toBeDefined();
    const keys = api.seen
      .filter(({ path }) => path.endsWith('/claims/claim'))
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(keys.length).toBe(3);
    expect(new Set(keys).size).toBe(1);
  });

  test('a refusal is said, and what became of the money is read again', async () => {
    signInAs('lena@post.test');
    let state: ClaimState = 'waiting';
    const { user } = open({
      [FIND]: () => found({ state }),
      [CLAIM]: () => {
        state = 'returned';
        return refused(409, 'claim-over', 'This money has already been claimed or taken back.');
      },
    });
    await user.click(await button('Claim 50 USDC'));
    expect(await screen.findByText('It went back to Alice')).toBeDefined();
  });

  test('someone else sees whom it is for, and can sign out and stay on the link', async () => {
    signInAs('bob@kax.test');
    const { user } = open();
    expect(await screen.findByText('This is for lena@post.test')).toBeDefined();
    expect(screen.getByText(/You’re signed in as bob@kax.test/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Claim/ })).toBeNull();
    await user.click(await button('Sign out and switch account'));
    expect(await link('I already have an account')).toBeDefined();
    expect(location.pathname).toBe(PAGE);
  });

  test('a payment to a phone number is for whoever verified it', async () => {
    const recipient = { channel: 'sms', value: '+14155550101' } as const;
    signInAs('alice@kax.test', '+14155550101');
    open({ [FIND]: () => found({ recipient }) });
    expect(await button('Claim 50 USDC')).toBeDefined();
  });

  test('the sender is led to their payment', async () => {
    signInAs('alice@kax.test');
    open({ 'GET /api/wallet/claims': () => ({ body: { data: [buildClaimView()] } }) });
    expect(await screen.findByText('You sent this')).toBeDefined();
    expect((await link('See your payment')).getAttribute('href')).toContain('/operation-');
  });
});

describe('/claim/:code of a private payment', () => {
  const own = buildUser().wallet.privateWalletAddress;
  const privately = { balance: 'private' } as const;
  const end = (values: Partial<OperationView> = {}) =>
    buildOperationView({
      ...{ id: 'op-1', kind: 'internal-transfer', status: 'created', transactionHash: null },
      ...{ from: `0zk1${'w'.repeat(123)}`, to: own, amount: '50000000' },
      steps: [
        { name: 'proof', state: 'now', at: null, progress: { done: 40, of: 100 } },
        { name: 'submitted', state: 'to-come', at: null, progress: null },
        { name: 'confirmed', state: 'to-come', at: null, progress: null },
      ],
      ...values,
    });
  const OPERATION = 'GET /api/wallet/operations/op-1';
  const OPERATIONS = 'GET /api/wallet/operations';
  const started = (operation = end()): FakeResponse => ({
    body: { data: buildFoundClaim({ ...privately, state: 'claiming' }), operation },
  });
  const claimsOf = (api: ReturnType<typeof createFakeApi>) =>
    api.seen.filter(({ path }) => path.endsWith('/claims/claim'));

  test('says so without a session, in the colors of the private balance', async () => {
    open({ [FIND]: () => found(privately) });
    expect(await heading()).toBe('Alice Moreau sent you 50.00 USDC');
    expect(screen.getByText('It’s private: Polygon doesn’t show that you got it.')).toBeDefined();
    const card = screen.getByRole('region', { name: 'Payment for you' });
    expect(card.getAttribute('data-mode')).toBe('private');
    expect(card.querySelector('.link-head__mode svg')).not.toBeNull();
  });

  test('the recipient claims it once, and sees how far it is and where it goes', async () => {
    signInAs('lena@post.test');
    let claim = buildFoundClaim(privately);
    const held = Promise.withResolvers<void>();
    const { api, user } = open({
      [FIND]: () => ({ body: { data: claim } }),
      [CLAIM]: async () => {
        await held.promise;
        claim = buildFoundClaim({ ...privately, state: 'claiming' });
        return started();
      },
      [OPERATION]: () => ({ body: { data: end() } }),
    });
    expect(await screen.findByText(/^It goes to your private balance\./)).toBeDefined();
    await user.dblClick(await button('Claim 50 USDC'));
    held.resolve();
    expect(await screen.findByText('On its way to your private balance')).toBeDefined();
    expect(await screen.findByText('40%')).toBeDefined();
    expect((await link('View')).getAttribute('href')).toBe('/activity/wallet/operation-op-1');
    expect(claimsOf(api)).toHaveLength(1);
  });

  test('what is claimed is in the private balance, and View leads there', async () => {
    signInAs('lena@post.test');
    open({ [FIND]: () => found({ ...privately, state: 'claimed' }) });
    expect(await screen.findByText('It’s in your private balance.')).toBeDefined();
    expect((await link('View')).getAttribute('href')).toBe('/activity/wallet?balance=private');
  });

  test('a private balance that is still being prepared is waited for, with one key', async () => {
    signInAs('lena@post.test');
    let isReady = false;
    const { api, user } = open({
      [FIND]: () => found(privately),
      [CLAIM]: () => {
        if (isReady) return started();
        isReady = true;
        return { status: 503, body: { error: 'No.', code: 'private-not-ready', retryAfter: 1 } };
      },
      [OPERATION]: () => ({ body: { data: end() } }),
    });
    await user.click(await button('Claim 50 USDC'));
    expect(await screen.findByText(/^We’re preparing your private balance/)).toBeDefined();
    await waitFor(() => expect(claimsOf(api)).toHaveLength(2), { timeout: 4_000 });
    expect(new Set(claimsOf(api).map(({ headers }) => headers.get('idempotency-key'))).size).toBe(
      1,
    );
  });

  test('one that waits to be unlocked is continued by the page, with the same key and also after a reload', async () => {
    signInAs('lena@post.test');
    let operation = end();
    let claim = buildFoundClaim(privately);
    const { api, user } = open({
      [FIND]: () => ({ body: { data: claim } }),
      [CLAIM]: () => {
        claim = buildFoundClaim({ ...privately, state: 'claiming' });
        operation = claimsOf(api).length < 2 ? operation : end();
        return started(operation);
      },
      [OPERATION]: () => ({ body: { data: operation } }),
      [OPERATIONS]: () => ({ body: { data: [operation] } }),
    });
    await user.click(await button('Claim 50 USDC'));
    expect(await screen.findByText('40%')).toBeDefined();
    cleanup();
    operation = end({ status: 'needs_unlock' });
    load();
    await waitFor(() => expect(claimsOf(api)).toHaveLength(2), { timeout: 4_000 });
    expect(await screen.findByText('40%', {}, { timeout: 4_000 })).toBeDefined();
    const [first, second] = claimsOf(api).map(({ headers }) => headers);
    expect(second?.get('idempotency-key')).toBe(first?.get('idempotency-key'));
    expect(first?.has('x-background')).toBe(false);
    expect(second?.get('x-background')).toBe('1');
  });

  test('one that failed says why, and claiming it again uses a new key', async () => {
    signInAs('lena@post.test');
    let claim = buildFoundClaim(privately);
    let operation = end();
    const { api, user } = open({
      [FIND]: () => ({ body: { data: claim } }),
      [CLAIM]: () => {
        claim = buildFoundClaim({ ...privately, state: 'claiming' });
        return started(operation);
      },
      [OPERATION]: () => ({ body: { data: operation } }),
    });
    await user.click(await button('Claim 50 USDC'));
    await screen.findByText('40%');
    operation = end({ status: 'failed', failure: 'It took too long.' });
    claim = buildFoundClaim(privately);
    expect(await screen.findByText('It took too long.', {}, { timeout: 5_000 })).toBeDefined();
    await user.click(await button('Claim 50 USDC'));
    await waitFor(() => expect(claimsOf(api)).toHaveLength(2));
    const keys = claimsOf(api).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });

  test('money that isn’t there yet takes longer', async () => {
    signInAs('lena@post.test');
    open({ [FIND]: () => found({ ...privately, state: 'sending' }) });
    expect(await screen.findByText(/^It usually takes a minute or two\./)).toBeDefined();
  });
});
