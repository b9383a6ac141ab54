import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildUser } from '#testing/user';
import { keepBalance, readKeptBalance } from '../features/coins/kept-balances.ts';
import { createFakeIndexedDb } from '../lib/fake-indexed-db.test-setup.ts';
import { KEPT_DATABASE } from '../lib/kept-database.ts';
import { signOutLocally, storeSignIn } from '../state/auth-session.ts';
import { isDiscreet, toggleDiscretion } from '../state/discretion.ts';
import type { WalletMode } from '../state/wallet-mode.ts';
import {
  chains,
  privateCoinsResponse,
  signInBeforeEach,
  startDashboard,
} from './dashboard.test-setup.tsx';

let device = createFakeIndexedDb();
let isOnline = true;

signInBeforeEach();
beforeEach(() => {
  device = createFakeIndexedDb();
  isOnline = true;
  vi.stubGlobal('indexedDB', device.indexedDB);
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
});
afterEach(() => vi.restoreAllMocks());

const kept = () => device.recordsOf(KEPT_DATABASE);
const card = () => within(screen.getByRole('region', { name: 'Account' }));
const NO_SERVER = {
  'GET /api/wallet/public/coins': () => 'no response' as const,
  'GET /api/wallet/private/coins': () => 'no response' as const,
};

/** Both balances, as an earlier page kept them. */
async function keepBalances() {
  const [at, { data, privateState: state }] = [Date.now(), privateCoinsResponse()];
  void keepBalance(of('public'), { at, data: chains });
  await keepBalance(of('private'), { at, data: { chains: data, state } });
  expect([...kept().keys()].sort()).toEqual(['key', 'private', 'public']);
}

const of = <M extends WalletMode>(mode: M, userId = buildUser().id) => ({ userId, mode });

function goOffline() {
  isOnline = false;
  return startDashboard(NO_SERVER);
}

async function expectNothing() {
  await waitFor(() => expect(screen.getByText('Couldn’t load your balances')).toBeDefined());
  expect(screen.queryByText(/^As of/)).toBeNull();
}

describe('the last balances', () => {
  test('are shown offline with their time, hidden whatever the setting, until the user asks', async () => {
    await keepBalances();
    expect(isDiscreet()).toBe(false);
    const { user } = goOffline();
    expect(await card().findByText(/^As of \d\d:\d\d$/)).toBeDefined();
    expect(await screen.findByText('You’re offline.')).toBeDefined();
    expect(screen.getByText(/^These are your balances as of \d\d:\d\d today\./)).toBeDefined();
    expect(card().queryByText(/354/)).toBeNull();
    await user.click(card().getByRole('button', { name: /to show$/ }));
    expect(await card().findByTitle('$354.30')).toBeDefined();
  });

  test('are shown as well when the server is unreachable, which is what the page says', async () => {
    await keepBalances();
    startDashboard(NO_SERVER);
    expect(await card().findByText(/^As of \d\d:\d\d$/)).toBeDefined();
    expect(await screen.findByText(/^Can’t reach Kax\. Trying again…/)).toBeDefined();
    toggleDiscretion();
  });

  test('are kept when they are read, encrypted with a key that no script can read', async () => {
    startDashboard();
    await vi.waitFor(() => expect(kept().size).toBe(3), { timeout: 60_000 });
    const key = kept().get('key');
    expect(key).toBeInstanceOf(CryptoKey);
    expect((key as CryptoKey).extractable).toBe(false);
    const { bytes } = kept().get('public') as { bytes: ArrayBuffer };
    expect(new TextDecoder('latin1').decode(bytes)).not.toMatch(/USDC|0x|balance/);
  });

  test('are removed with the session, and one that arrives later is not kept', async () => {
    await keepBalances();
    act(() => signOutLocally());
    expect(kept().size).toBe(0);
    await keepBalance(of('public'), { at: Date.now(), data: [] });
    expect(kept().size).toBe(0);
  });

  test('are removed when someone signs in, and never another user’s', async () => {
    await keepBalances();
    const others = new Map(kept());
    const other = buildUser({ id: '7c9e6679-7425-40de-944b-e07fc1f90ae7' });
    act(() => storeSignIn({ user: other, accessToken: 'access-2', refreshToken: 'refresh-2' }));
    expect(kept().size).toBe(0);
    // Even if they were put back.
    await readKeptBalance(of('public', other.id));
    for (const [name, value] of others) kept().set(name, value);
    expect(await readKeptBalance(of('public', other.id))).toBeNull();
    expect(kept().has('public')).toBe(false);
  });

  test('are removed and not shown when they were changed', async () => {
    await keepBalances();
    for (const mode of ['public', 'private']) {
      const { bytes } = kept().get(mode) as { bytes: ArrayBuffer };
      const first = new Uint8Array(bytes);
      first[0] = (first[0] ?? 0) ^ 1;
    }
    goOffline();
    await expectNothing();
    await waitFor(() => expect([...kept().keys()]).toEqual(['key']));
  });

  test('are removed and not shown after 30 days', async () => {
    const at = Date.now() - 30 * 24 * 3_600_000 - 1_000;
    await keepBalance(of('public'), { at, data: chains });
    goOffline();
    await expectNothing();
    await waitFor(() => expect([...kept().keys()]).toEqual(['key']));
  });
});

describe('offline', () => {
  test('only Receive works; the other actions stay focusable and say why', async () => {
    await keepBalances();
    const { user } = goOffline();
    await card().findByText(/^As of/);
    toggleDiscretion();
    for (const name of ['Send', 'Make private', 'Swap', 'Buy']) {
      const action = card().getByRole<HTMLButtonElement>('button', { name });
      expect(action.disabled).toBe(false);
      expect(action.getAttribute('aria-disabled')).toBe('true');
      expect(action.getAttribute('aria-description')).toMatch(/^You’re offline\./);
    }
    expect(card().getByRole('button', { name: 'Receive' }).hasAttribute('aria-disabled')).toBe(
      false,
    );
    const refresh = screen.getByRole('button', { name: 'Refresh USDC on Polygon' });
    expect(refresh.getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'More actions for USDC on Polygon' }));
    const isOff = (name: string) =>
      screen.getByRole('menuitem', { name }).getAttribute('aria-disabled');
    expect([isOff('Send'), isOff('Receive'), isOff('History')]).toEqual(['true', null, null]);
    await user.click(screen.getByRole('menuitem', { name: 'Send' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('without balances of before, the page says that it is offline', async () => {
    goOffline();
    expect(
      await screen.findByText('You’re offline. Try again once you’re connected.'),
    ).toBeDefined();
  });

  test('the page recovers by itself when there is a connection again', async () => {
    await keepBalances();
    let hasServer = false;
    isOnline = false;
    startDashboard({
      'GET /api/wallet/public/coins': () =>
        hasServer ? { body: { data: chains } } : ('no response' as const),
    });
    expect(await screen.findByText('You’re offline.')).toBeDefined();
    hasServer = true;
    isOnline = true;
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(screen.queryByText('You’re offline.')).toBeNull());
    await waitFor(() => expect(screen.queryByText(/^Can’t reach Kax/)).toBeNull());
    toggleDiscretion();
  });
});
