import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildChain, buildCoin } from '#testing/coin';
import { createFakeApi, type FakeResponse } from '#testing/fake-api';
import { buildUser } from '#testing/user';
import { MemoryRouter } from '../../lib/navigation/navigation.tsx';
import { Route, Routes } from '../../lib/navigation/routes.tsx';
import { createQueryClient } from '../../lib/query-client.ts';
import { signOutLocally, storeSignIn } from '../../state/auth-session.ts';
import { setInboxCount } from '../../state/incoming.ts';
import { setWalletMode } from '../../state/wallet-mode.ts';
import { Protected } from '../guards.tsx';
import { AppLayout } from './app-layout.tsx';

beforeEach(() => {
  storeSignIn({ user: buildUser(), accessToken: 'access-1', refreshToken: 'refresh-1' });
});
afterEach(() => {
  cleanup();
  act(() => {
    signOutLocally();
    setWalletMode('public');
  });
  vi.unstubAllGlobals();
});

function start(
  logout: () => FakeResponse = () => ({ body: { success: true } }),
  at = '/dashboard',
) {
  const api = createFakeApi({
    'GET /api/wallet/public/coins': () => ({ body: { data: [buildChain([buildCoin()])] } }),
    'GET /api/wallet/private/coins': () => ({
      body: {
        data: [buildChain([buildCoin()])],
        privateState: { status: 'looking', asOf: '2026-01-02T03:04:05.000Z' },
      },
    }),
    'GET /api/auth/logout': logout,
    'POST /api/auth/refresh': () => ({
      status: 401,
      body: { error: 'Your session has ended. Sign in again.', code: 'unauthorized' },
    }),
  });
  vi.stubGlobal('fetch', api.fetch);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          <Route path="/login" element={<p>Login page</p>} />
          <Route element={<Protected />}>
            <Route element={<AppLayout />}>
              <Route path="*" element={<p>A page</p>} />
            </Route>
          </Route>
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { api, user: userEvent.setup() };
}

const places = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

async function signOut(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole('button', { name: /^Profile menu/ }));
  await user.click(screen.getByRole('menuitem', { name: 'Sign Out' }));
  expect(await screen.findByText('Login page')).toBeDefined();
}

test('the sidebar has PiggyBank, Activity, Contacts, Exchange, Acquire and Withdraw (§2 Layout)', () => {
  start();
  expect(places()).toEqual([
    ['PiggyBank', '/dashboard'],
    ['Activity', '/activity/wallet'],
    ['Contacts', '/contacts'],
    ['Exchange', '/rango-exchange'],
    ['Acquire', '/on-ramping'],
    ['Withdraw', '/off-ramping'],
  ]);
  const label = screen.getByText('With your public balance');
  expect(label.nextElementSibling?.textContent).toBe('Exchange');
});

test('private mode shows only PiggyBank, Activity, Contacts and a Private mode badge (§2 Layout)', async () => {
  const { user } = start();
  await user.click(screen.getByRole('radio', { name: 'Private' }));
  expect(places()).toEqual([
    ['PiggyBank', '/dashboard'],
    ['Activity', '/activity/wallet'],
    ['Contacts', '/contacts'],
  ]);
  expect(screen.queryByText('With your public balance')).toBeNull();
  expect(screen.getByText('Private mode')).toBeDefined();
  await expect.poll(() => document.documentElement.dataset.mode).toBe('private');
});

const tabs = () => screen.getByRole('navigation', { name: 'Tab bar' });
const tabNames = () =>
  within(tabs())
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test('the tab bar leads to the main places and marks the current one', () => {
  start(undefined, '/activity/polygon-usdc');
  expect(tabNames()).toEqual(['Home', 'Activity', 'Swap', 'Contacts', 'Inbox']);
  const current = within(tabs()).getByRole('link', { current: true });
  expect([current.textContent, current.getAttribute('href')]).toEqual([
    'Activity',
    '/activity/wallet',
  ]);
});

test('private mode hides Swap from the tab bar, and nothing takes its place (§6)', async () => {
  const { user } = start();
  await user.click(screen.getByRole('radio', { name: 'Private' }));
  expect(tabNames()).toEqual(['Home', 'Activity', 'Contacts', 'Inbox']);
  expect(tabs().childElementCount).toBe(5);
});

test('the header and the tab bar lead to the inbox, and say how many items are new', async () => {
  start();
  const links = () => screen.getAllByRole('link', { name: /^Inbox/ });
  expect(links().map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard/inbox',
    '/dashboard/inbox',
  ]);
  expect(document.querySelectorAll('[data-new]')).toHaveLength(0);
  act(() => setInboxCount(2));
  expect(links().map((link) => link.getAttribute('aria-label'))).toEqual([
    'Inbox, 2 new',
    'Inbox, 2 new',
  ]);
  expect(document.querySelectorAll('[data-new]')).toHaveLength(2);
  act(() => setInboxCount(0));
});

test('the inbox is a place of its own, and no part of the dashboard', () => {
  start(undefined, '/dashboard/inbox');
  const current = within(tabs()).getAllByRole('link', { current: 'page' });
  expect(current.map(({ textContent }) => textContent)).toEqual(['Inbox']);
  expect(screen.queryByRole('link', { name: 'PiggyBank', current: 'page' })).toBeNull();
});

test('in private mode the sidebar footer describes the private balance', async () => {
  const { user } = start();
  await user.click(screen.getByRole('radio', { name: 'Private' }));
  expect(await screen.findByText('Checking for updates')).toBeDefined();
});

const HIDDEN = 'These balances are hidden on Polygon';
const SHIELDED = /^Your balances here are shielded\./;

test.each([
  '/rango-exchange',
  '/on-ramping',
  '/off-ramping',
  '/dashboard/deposit-currency',
  '/deposit/usdc',
])(
  '%s uses the public balance, so nothing around it claims otherwise in private mode',
  async (path) => {
    const { user } = start(undefined, path);
    await user.click(screen.getByRole('radio', { name: 'Private' }));
    expect(screen.getByText('Private mode')).toBeDefined();
    expect(screen.getByText(/This page uses your public balance\.$/)).toBeDefined();
    expect(screen.queryByText(HIDDEN)).toBeNull();
    expect(screen.queryByText(SHIELDED)).toBeNull();
    expect(await screen.findByText(/^Up to date/)).toBeDefined();
  },
);

test('on the wallet’s own pages private mode says that its balances are hidden', async () => {
  const { user } = start();
  await user.click(screen.getByRole('radio', { name: 'Private' }));
  expect(screen.getByText(HIDDEN)).toBeDefined();
  expect(screen.getByText(SHIELDED)).toBeDefined();
});

test('the sidebar footer says how recent the figures are', async () => {
  start();
  expect(await screen.findByText(/^Up to date · \d+ s ago$/)).toBeDefined();
});

test('the profile menu has the name, the email and the links of §2', async () => {
  const { user } = start();
  await user.click(screen.getByRole('button', { name: /^Profile menu/ }));
  expect(screen.getByText('alice@kax.test')).toBeDefined();
  const items = screen.getAllByRole('menuitem').map((item) => item.textContent);
  expect(items).toEqual(['Reset Password', 'User Sessions', 'Settings', 'Help', 'Sign Out']);
});

test('the discretion toggle names what it will do', async () => {
  const { user } = start();
  await user.click(screen.getByRole('button', { name: 'Show amounts' }));
  await user.click(screen.getByRole('button', { name: 'Hide amounts' }));
  expect(screen.getByRole('button', { name: 'Show amounts' })).toBeDefined();
});

test('on narrow screens the menu opens, and closes when a link is chosen', async () => {
  const { user } = start();
  await user.click(screen.getByRole('button', { name: 'Open menu' }));
  const drawer = within(screen.getByRole('dialog', { name: 'Menu' }));
  await user.click(drawer.getByRole('link', { name: 'Exchange' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Sign Out notifies the server, clears the four keys and goes to /login', async () => {
  const { api, user } = start();
  await signOut(user);
  expect(api.seen.some(({ path }) => path === '/api/auth/logout')).toBe(true);
  const keys = ['user', 'access_token', 'refresh_token', 'isAuthenticated'];
  expect(keys.map((key) => localStorage.getItem(key))).toEqual([null, null, null, null]);
});

test.each<[string, FakeResponse]>([
  ['a failure', { status: 500, body: { error: 'No.', code: 'internal' } }],
  ['a 401', { status: 401, body: { error: 'No.', code: 'unauthorized' } }],
  ['no response', 'no response'],
])('Sign Out after %s signs out locally anyway (§8 Logout)', async (_, response) => {
  const { user } = start(() => response);
  await signOut(user);
  expect(localStorage.getItem('access_token')).toBeNull();
});
