import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { createFakeApi } from '#testing/fake-api';
import { buildUser } from '#testing/user';
import { MemoryRouter, useLocation } from '../lib/navigation/navigation.tsx';
import { Route, Routes } from '../lib/navigation/routes.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import Login from '../routes/login.tsx';
import { signOutLocally, storeSignIn } from '../state/auth-session.ts';
import { closeToast, useToasts } from '../state/toast.ts';
import { setWalletMode } from '../state/wallet-mode.ts';
import { ToastList } from '../ui/toast-list.tsx';
import { GuestOnly, Protected } from './guards.tsx';

/** Starts every test signed in with an otherwise empty storage, and cleans up afterwards. */
export function signInBeforeEachPage() {
  beforeEach(() => {
    localStorage.clear();
    storeSignIn({ user: buildUser(), accessToken: 'access-1', refreshToken: 'refresh-1' });
  });
  afterEach(() => {
    vi.useRealTimers();
    cleanup();
    act(() => {
      signOutLocally({ isByChoice: false });
      setWalletMode('public');
    });
    localStorage.clear();
    vi.unstubAllGlobals();
  });
}

type FakeResponses = Parameters<typeof createFakeApi>[0];

/**
 * Renders a page behind the guard, with the sign-in page and the toasts.
 * @param at the address of the page, or its route with the address
 */
export function startPage(
  page: ReactNode,
  at: string | { route: string; address: string },
  responses: FakeResponses,
) {
  const { route, address } = typeof at === 'string' ? { route: at, address: at } : at;
  const api = createFakeApi(responses);
  vi.stubGlobal('fetch', api.fetch);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route element={<GuestOnly />}>
            <Route path="/login" element={<Login />} />
          </Route>
          <Route element={<Protected />}>
            <Route path={route} element={page} />
            <Route path="*" element={<p>Another page</p>} />
          </Route>
        </Routes>
        <Place />
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { api, user: userEvent.setup() };
}

/** The router's current location. */
export const currentPath = () => screen.getByTestId('place').textContent;

/** The query of the router's current location. */
export const currentSearch = () => screen.getByTestId('place').dataset.search;

function Place() {
  const { pathname, search } = useLocation();
  return (
    <p data-testid="place" data-search={search}>
      {pathname}
    </p>
  );
}

function Toasts() {
  return <ToastList toasts={useToasts()} onClose={closeToast} />;
}
