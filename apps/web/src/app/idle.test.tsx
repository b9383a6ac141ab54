import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildChain, buildCoin } from '#testing/coin';
import { createFakeApi, type FakeResponse } from '#testing/fake-api';
import { buildSignedInResponse } from '#testing/signed-in-response';
import { buildUser } from '#testing/user';
import { MemoryRouter, useLocation } from '../lib/navigation/navigation.tsx';
import { Route, Routes } from '../lib/navigation/routes.tsx';
import Login from '../routes/login.tsx';
import { followStoredSession, signOutLocally, storeSignIn } from '../state/auth-session.ts';
import { closeToast, useToasts } from '../state/toast.ts';
import { ToastList } from '../ui/toast-list.tsx';
import { GuestOnly, Protected } from './guards.tsx';
import ProtectedArea from './protected-area.tsx';

const MINUTE = 60_000;
const LOGIN_KEYS = ['user', 'access_token', 'refresh_token', 'isAuthenticated'];
const unauthorized: FakeResponse = {
  status: 401,
  body: { error: 'Your session has ended. Sign in again.', code: 'unauthorized' },
};

let stopFollowing = () => {};

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  storeSignIn({ user: buildUser(), accessToken: 'access-1', refreshToken: 'refresh-1' });
  stopFollowing = followStoredSession();
});
afterEach(async () => {
  stopFollowing();
  cleanup();
  act(() => signOutLocally({ isByChoice: false }));
  // What was in flight ends, and toasts close, before the next test.
  await act(() => vi.advanceTimersByTimeAsync(MINUTE));
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start(
  logout: () => FakeResponse | Promise<FakeResponse> = () => ({ body: { success: true } }),
) {
  const api = createFakeApi({
    'GET /api/wallet/public/coins': () => ({ body: { data: [buildChain([buildCoin()])] } }),
    'GET /api/wallet/operations': () => ({ body: { data: [] } }),
    'GET /api/auth/user-sessions': () => ({ body: { sessions: [], data: { sessions: [] } } }),
    'GET /api/auth/logout': logout,
    'POST /api/auth/refresh': () => unauthorized,
    'POST /api/auth/login': () => ({ body: buildSignedInResponse() }),
  });
  vi.stubGlobal('fetch', api.fetch);
  render(
    <MemoryRouter initialEntries={['/user-sessions']}>
      <Routes>
        <Route element={<GuestOnly />}>
          <Route path="/login" element={<Login />} />
        </Route>
        <Route element={<Protected />}>
          <Route element={<ProtectedArea />}>
            <Route path="*" element={<p>A page</p>} />
          </Route>
        </Route>
      </Routes>
      <Place />
      <Toasts />
    </MemoryRouter>,
  );
  const requestsTo = (path: string) => api.seen.filter((request) => request.path === path);
  return { api, requestsTo };
}

function Toasts() {
  return <ToastList toasts={useToasts()} onClose={closeToast} />;
}

function Place() {
  return <p data-testid="place">{useLocation().pathname}</p>;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const warning = () => screen.queryByRole('alertdialog');
const place = () => screen.getByTestId('place').textContent;
const storedLogin = () => LOGIN_KEYS.filter((key) => localStorage.getItem(key) !== null);

describe('the idle timer (§4)', () => {
  test('warns 5 minutes before the sign-out and counts down the seconds', async () => {
    start();
    await pass(25 * MINUTE - 2_000);
    expect(warning()).toBeNull();
    await pass(3_000);
    expect(warning()?.textContent).toContain('Are you still there?');
    expect(screen.getByText('299 seconds left')).toBeDefined();
    await pass(10_000);
    expect(screen.getByRole('timer').textContent).toBe('4:49');
    expect(document.activeElement?.textContent).toBe('Stay Logged In');
  });

  test.each([
    ['mousemove', fireEvent.mouseMove],
    ['keydown', fireEvent.keyDown],
    ['scroll', fireEvent.scroll],
    ['touchstart', fireEvent.touchStart],
    ['click', fireEvent.click],
  ])('a %s event resets it unless the warning is open', async (_, fire) => {
    start();
    await pass(24 * MINUTE);
    fire(document.body);
    await pass(24 * MINUTE);
    expect(warning()).toBeNull();
    await pass(2 * MINUTE);
    expect(warning()).not.toBeNull();
    fire(document.body);
    await pass(2_000);
    expect(warning()).not.toBeNull();
  });

  test("'Stay Logged In' resets it and makes one request that is not in the background", async () => {
    const { requestsTo } = start();
    await pass(26 * MINUTE);
    const before = requestsTo('/api/auth/user-sessions').length;
    fireEvent.click(screen.getByRole('button', { name: 'Stay Logged In' }));
    await pass(1_000);
    expect(warning()).toBeNull();
    const requests = requestsTo('/api/auth/user-sessions').slice(before);
    expect(requests).toHaveLength(1);
    expect(requests[0]?.headers.get('x-background')).toBeNull();
    await pass(24 * MINUTE);
    expect(warning()).toBeNull();
  });

  test('at zero it signs out on the server, clears the storage and says why on /login', async () => {
    const { requestsTo } = start();
    await pass(30 * MINUTE + 2_000);
    expect(requestsTo('/api/auth/logout')).toHaveLength(1);
    expect(storedLogin()).toEqual([]);
    expect(place()).toBe('/login');
    expect(screen.getByRole('alert').textContent).toContain(
      'We signed you out after 30 minutes of inactivity.',
    );
  });

  test.each([
    ['that is refused', () => unauthorized],
    ['without a response', () => 'no response' as const],
    ['that hangs', () => new Promise<FakeResponse>(() => {})],
  ])('a sign-out %s still clears the storage and goes to /login (§8 Logout)', async (_, logout) => {
    start(logout);
    await pass(30 * MINUTE + 2_000);
    await pass(6_000);
    expect(place()).toBe('/login');
    expect(storedLogin()).toEqual([]);
    expect(screen.queryByText('Your session has ended. Sign in again.')).toBeNull();
  });

  test('signing in again leads back to the previous page', async () => {
    start();
    await pass(30 * MINUTE + 2_000);
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'alice@kax.test' } });
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'Piggy!Bank7' } });
    fireEvent.submit(screen.getByRole('form', { name: 'Sign in' }));
    await pass(1_000);
    expect(place()).toBe('/user-sessions');
    expect(warning()).toBeNull();
  });

  test('after hours of sleep the first check signs out before any event can reset it', async () => {
    start();
    await pass(MINUTE);
    vi.setSystemTime(Date.now() + 8 * 60 * MINUTE);
    fireEvent.mouseMove(document.body);
    fireEvent(document, new Event('visibilitychange'));
    await pass(1_500);
    expect(place()).toBe('/login');
  });

  test("'Sign Out' in the warning signs out immediately", async () => {
    const { requestsTo } = start();
    await pass(26 * MINUTE);
    fireEvent.click(screen.getByRole('button', { name: 'Sign Out' }));
    await pass(500);
    expect(requestsTo('/api/auth/logout')).toHaveLength(1);
    expect(place()).toBe('/login');
    expect(screen.queryByText(/You were signed out/)).toBeNull();
  });

  test('a tab that another tab signed out at zero also shows why', async () => {
    start(() => new Promise<FakeResponse>(() => {}));
    await pass(30 * MINUTE + 1_000);
    for (const key of LOGIN_KEYS) localStorage.removeItem(key);
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }));
    });
    await pass(100);
    expect(place()).toBe('/login');
    expect(screen.getByRole('alert').textContent).toContain('30 minutes of inactivity');
  });

  test('it stores nothing in the browser', async () => {
    start();
    await pass(26 * MINUTE);
    expect(Object.keys(localStorage).sort()).toEqual([...LOGIN_KEYS].sort());
  });
});
