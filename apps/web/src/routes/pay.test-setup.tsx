import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { buildChain, buildCoin, buildNativeCoin } from '#testing/coin';
import { createFakeApi, type FakeResponse } from '#testing/fake-api';
import { buildFeeQuote } from '#testing/fee-quote';
import { buildOperationView } from '#testing/operation-view';
import { buildLinkedRequest } from '#testing/payment-link';
import { buildPoolQuote } from '#testing/pool-quote';
import { buildUser } from '#testing/user';
import { BrowserRouter, useLocation } from '../lib/navigation/navigation.tsx';
import { Route, Routes } from '../lib/navigation/routes.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { pathFrom } from '../lib/return-path.ts';
import { signOutLocally, storeSignIn } from '../state/auth-session.ts';
import { isDiscreet, toggleDiscretion } from '../state/discretion.ts';
import { setWalletMode } from '../state/wallet-mode.ts';
import Dashboard from './dashboard.tsx';
import Pay from './pay.tsx';

type Responses = Parameters<typeof createFakeApi>[0];

export const CODE = '7Q2MK9XD4TPA82WJ';
export const PAGE = '/pay/7Q2M-K9XD-4TPA-82WJ';
export const FIND = 'POST /api/payment-requests/find';
export const PUBLIC_COINS = 'GET /api/wallet/public/coins';
export const PRIVATE_COINS = 'GET /api/wallet/private/coins';

export function prepareEach(): void {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    act(() => signOutLocally({ isByChoice: false }));
    if (isDiscreet()) act(toggleDiscretion);
  });
  afterEach(() => {
    cleanup();
    act(() => {
      signOutLocally({ isByChoice: false });
      setWalletMode('public');
      if (!isDiscreet()) toggleDiscretion();
    });
    vi.unstubAllGlobals();
  });
}

export function signInAlice(): void {
  storeSignIn({ user: buildUser(), accessToken: 'access-1', refreshToken: 'refresh-1' });
}

/** The response about a request; 40 USDC to bob’s public balance unless a test says otherwise. */
export function found(values: Parameters<typeof buildLinkedRequest>[0] = {}): FakeResponse {
  return { body: { data: buildLinkedRequest(values) } };
}

export function publicCoins(balanceBaseUnits: string, pol = '10000000000000000000'): FakeResponse {
  const coins = [buildNativeCoin({ balanceBaseUnits: pol }), buildCoin({ balanceBaseUnits })];
  return { body: { data: [buildChain(coins)] } };
}

export function privateCoins(balanceBaseUnits: string): FakeResponse {
  const privateState = { status: 'ready', asOf: '2026-01-02T03:04:05.000Z' };
  return { body: { data: [buildChain([buildCoin({ balanceBaseUnits })])], privateState } };
}

/** The recipient of the requests, whom alice never paid. */
const facts = {
  address: buildLinkedRequest().recipient,
  isContract: false,
  isFirstTime: true,
  lookAlike: null,
};

/** The response of a call that moves money. */
export function accepted(kind: 'send' | 'unshield' | 'internal-transfer' = 'send'): FakeResponse {
  const operation = buildOperationView({ kind });
  const hashes = { transactionHash: operation.transactionHash, hash: operation.transactionHash };
  return { body: { transaction: { hash: hashes.hash }, ...hashes, data: hashes, operation } };
}

/** Alice has 250 USDC in public and none in private, unless a test says otherwise. */
export function respond(responses: Responses = {}) {
  const api = createFakeApi({
    [FIND]: () => found(),
    [PUBLIC_COINS]: () => publicCoins('250000000'),
    [PRIVATE_COINS]: () => privateCoins('0'),
    'GET /api/wallet/operations': () => ({ body: { data: [] } }),
    'GET /api/wallet/payment-requests': () => ({ body: { data: [] } }),
    [`GET /api/wallet/operations/${buildOperationView().id}`]: () => ({
      body: { data: buildOperationView() },
    }),
    'POST /api/wallet/public/quote-send': ({ body }) => {
      const hasRecipient = typeof body === 'object' && body !== null && 'recipientAddress' in body;
      return { body: { data: buildFeeQuote({ recipient: hasRecipient ? facts : null }) } };
    },
    'POST /api/wallet/public/send-tokens': () => accepted(),
    'POST /api/wallet/quote-unshield': () => ({
      body: { data: buildPoolQuote({ maxAmount: '100000000', networkFeePaidBy: 'kax' }) },
    }),
    'POST /api/wallet/forecast-unshield': () => ({ status: 503, body: { error: 'No.' } }),
    'POST /api/wallet/unshield': () => accepted('unshield'),
    'POST /api/wallet/private/quote-internal-transfer': () => ({
      body: { data: buildPoolQuote({ maxAmount: '100000000', networkFeePaidBy: 'kax' }) },
    }),
    'POST /api/wallet/private/prepare-transaction': () => ({
      body: { data: { state: 'declined' } },
    }),
    'POST /api/wallet/private/internal-transfer': () => accepted('internal-transfer'),
    ...responses,
  });
  vi.stubGlobal('fetch', api.fetch);
  return api;
}

/** Opens a path of the app, which has the pay page, the dashboard and a stand-in for the sign-in page. */
export function open(path = PAGE) {
  window.history.pushState({ key: crypto.randomUUID(), idx: 0 }, '', path);
  return load();
}

/** Shows the entry that the browser is on; again after `cleanup`, as a reload would. */
export function load() {
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/pay/:code" element={<Pay />} />
        <Route path="/login" element={<SignInStandIn />} />
        <Route path="/dashboard" element={<Wallet />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </BrowserRouter>,
  );
  return userEvent.setup();
}

function SignInStandIn() {
  return <p>Sign-in page, then {String(pathFrom(useLocation().state))}</p>;
}

function Elsewhere() {
  return <p>At {useLocation().pathname}</p>;
}

function Wallet() {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <Dashboard />
    </QueryClientProvider>
  );
}
