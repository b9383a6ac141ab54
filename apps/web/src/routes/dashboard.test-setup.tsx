import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, vi } from 'vitest';
import { buildChain, buildCoin, buildNativeCoin } from '#testing/coin';
import { createFakeApi } from '#testing/fake-api';
import { buildFeeQuote } from '#testing/fee-quote';
import { buildOperationView } from '#testing/operation-view';
import { buildUser } from '#testing/user';
import type { Coin } from '#wire/wallet/coin';
import type { PrivateState } from '#wire/wallet/private-coins';
import { MemoryRouter } from '../lib/navigation/navigation.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { signOutLocally, storeSignIn } from '../state/auth-session.ts';
import { isDiscreet, toggleDiscretion } from '../state/discretion.ts';
import { setWalletMode } from '../state/wallet-mode.ts';
import Dashboard from './dashboard.tsx';

type Responses = Parameters<typeof createFakeApi>[0];

export const BOB = '0x3C8dE51f7b0942A6cE94d3708FbA12c5D7e4b06a';

/** Alice has 10 POL and 250 USDC on Polygon. */
export const chains = [buildChain([buildNativeCoin(), buildCoin()])];

/** The server's response about the private balance: 100 USDC, unless a test passes other coins. */
export function privateCoinsResponse(
  coins: readonly Coin[] = [buildPrivateCoin()],
  privateState: PrivateState = { status: 'ready', asOf: '2026-01-02T03:04:05.000Z' },
) {
  return { data: [buildChain(coins)], privateState };
}

/** 100 USDC in alice's private balance. */
export function buildPrivateCoin(values: Partial<Coin> = {}): Coin {
  const walletAddress = buildUser().wallet.privateWalletAddress;
  return buildCoin({ balance: '100', balanceBaseUnits: '100000000', walletAddress, ...values });
}

/** What the server knows about bob before anyone has paid him. */
export const bobFacts = { address: BOB, isContract: false, isFirstTime: true, lookAlike: null };

/** Each test starts with alice signed in, in public mode, with figures visible. */
export function signInBeforeEach(): void {
  beforeEach(() => {
    storeSignIn({ user: buildUser(), accessToken: 'access-1', refreshToken: 'refresh-1' });
    if (isDiscreet()) toggleDiscretion();
  });
  afterEach(() => {
    cleanup();
    act(() => {
      signOutLocally();
      setWalletMode('public');
      if (!isDiscreet()) toggleDiscretion();
    });
    vi.unstubAllGlobals();
  });
}

/** Renders the dashboard with a fake server that responds as given, and otherwise successfully. */
export function startDashboard(responses: Responses = {}) {
  const api = respondWith(responses);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Dashboard />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { api, user: userEvent.setup() };
}

/** Answers the dashboard's requests as given, and otherwise successfully. */
export function respondWith(responses: Responses = {}) {
  const api = createFakeApi({
    'GET /api/wallet/public/coins': () => ({ body: { data: chains } }),
    'GET /api/wallet/private/coins': () => ({ body: privateCoinsResponse() }),
    'GET /api/wallet/operations': () => ({ body: { data: [] } }),
    'POST /api/wallet/public/quote-send': ({ body }) => ({ body: quoteFor(body) }),
    'POST /api/wallet/public/send-tokens': () => ({ body: sentResponse() }),
    [`GET /api/wallet/operations/${buildOperationView().id}`]: () => ({
      body: { data: buildOperationView() },
    }),
    ...responses,
  });
  vi.stubGlobal('fetch', api.fetch);
  return api;
}

/** Waits until the button that moves money can be pressed, which it can't at first. */
export async function waitForConfirm(name: string): Promise<HTMLButtonElement> {
  return waitFor(
    () => {
      const button = screen.getByRole<HTMLButtonElement>('button', { name });
      if (button.disabled) throw new Error(`${name} is disabled.`);
      return button;
    },
    { timeout: 5_000 },
  );
}

/** Presses the button that moves money as soon as it can be pressed. */
export async function pressConfirm(user: UserEvent, name: string): Promise<void> {
  await user.click(await waitForConfirm(name));
}

/** The response to quote-send: includes bob's facts when the request names a recipient. */
export function quoteFor(body: unknown) {
  const hasRecipient = typeof body === 'object' && body !== null && 'recipientAddress' in body;
  return { data: buildFeeQuote({ recipient: hasRecipient ? bobFacts : null }) };
}

/** The response to send-tokens. */
export function sentResponse() {
  const operation = buildOperationView();
  const hash = operation.transactionHash ?? '';
  const hashes = { transactionHash: hash, hash };
  return { transaction: { hash }, ...hashes, data: hashes, operation };
}
