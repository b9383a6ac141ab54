import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildRegisteredResponse } from '#testing/registered-response';
import { buildUser } from '#testing/user';
import { createSessionRefresh } from '../lib/session-refresh.ts';
import {
  followStoredSession,
  readRegistration,
  signOutLocally,
  storeRegistration,
  storeSignIn,
  useAuthSession,
} from './auth-session.ts';

let stop: () => void = () => {};
beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  stop();
  cleanup();
});

function Who() {
  const session = useAuthSession();
  return <p>{session.status === 'signed-in' ? session.user.name : session.status}</p>;
}

function start() {
  render(<Who />);
  act(() => {
    stop = followStoredSession();
  });
}

test('a saved user with a token is signed in (§4)', () => {
  localStorage.setItem('user', JSON.stringify(buildUser({ name: 'Bob' })));
  localStorage.setItem('access_token', 'access-1');

  start();

  expect(screen.getByText('Bob')).toBeTruthy();
});

test.each(['{"id":', '{"id":7}', 'null', ''])(
  'a saved user that does not parse is removed: %s (§4)',
  (text) => {
    localStorage.setItem('user', text);
    localStorage.setItem('access_token', 'access-1');

    start();

    expect(screen.getByText('signed-out')).toBeTruthy();
    expect(localStorage.getItem('user')).toBeNull();
  },
);

test('what this tab keeps for its user goes with the sign-out, also one in another tab', () => {
  const keep = () => {
    act(() => storeSignIn({ user: buildUser(), accessToken: 'a', refreshToken: 'r' }));
    sessionStorage.setItem('kax-entry-swap', '{}');
  };
  start();
  keep();
  act(() => signOutLocally());
  expect(sessionStorage.getItem('kax-entry-swap')).toBeNull();
  keep();
  localStorage.clear();
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
  expect(sessionStorage.getItem('kax-entry-swap')).toBeNull();
});

test('a saved user without a token is not signed in: guards check the token, not the flag', () => {
  localStorage.setItem('user', JSON.stringify(buildUser()));
  localStorage.setItem('isAuthenticated', 'true');

  start();

  expect(screen.getByText('signed-out')).toBeTruthy();
});

test('signing in stores user, both tokens and the flag; signing out removes all four (§3, §4)', () => {
  localStorage.setItem('railway-theme', 'light');
  start();

  act(() => storeSignIn({ user: buildUser(), accessToken: 'a', refreshToken: 'r' }));
  expect(Object.keys(localStorage).sort()).toEqual([
    'access_token',
    'isAuthenticated',
    'railway-theme',
    'refresh_token',
    'user',
  ]);

  act(() => signOutLocally());
  expect(Object.keys(localStorage)).toEqual(['railway-theme']);
  expect(screen.getByText('signed-out')).toBeTruthy();
});

test('a call that is refused after the sign-out leaves the reason as it was', async () => {
  function Reason() {
    const session = useAuthSession();
    return <p>{session.status === 'signed-out' ? (session.reason ?? 'none') : session.status}</p>;
  }
  render(<Reason />);
  act(() => {
    stop = followStoredSession();
    storeSignIn({ user: buildUser(), accessToken: 'a', refreshToken: 'r' });
    signOutLocally({ isByChoice: true, reason: 'wallet-deleted' });
  });

  const refresh = createSessionRefresh(() => Promise.reject(new Error('nothing to renew')));
  await act(async () => {
    expect(await refresh('a')).toEqual({ at: 'ended' });
  });

  expect(screen.getByText('wallet-deleted')).toBeTruthy();
});

test('a sign-out in another tab signs out here', () => {
  localStorage.setItem('user', JSON.stringify(buildUser()));
  localStorage.setItem('access_token', 'access-1');
  start();

  localStorage.clear();
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' }));
  });

  expect(screen.getByText('signed-out')).toBeTruthy();
});

test('a registered user is marked authenticated, survives a reload, and is not signed in (§4)', () => {
  storeSignIn({ user: buildUser(), accessToken: 'a', refreshToken: 'r' });
  const { user, registrationToken } = buildRegisteredResponse();

  storeRegistration({ user, registrationToken });
  start();

  expect(screen.getByText('signed-out')).toBeTruthy();
  expect(localStorage.getItem('isAuthenticated')).toBe('true');
  expect(localStorage.getItem('access_token')).toBeNull();
  expect(readRegistration()).toEqual({ user, registrationToken });
});

test('a sign-in replaces a registration', () => {
  storeRegistration(buildRegisteredResponse());
  start();

  act(() => storeSignIn({ user: buildUser(), accessToken: 'a', refreshToken: 'r' }));

  expect(readRegistration()).toBeNull();
  expect(screen.getByText(buildUser().name)).toBeTruthy();
});

test.each(['{"id":', '{"registrationToken":"kxg_1"}'])(
  'an incomplete registration is ignored: %s',
  (text) => {
    localStorage.setItem('user', text);

    expect(readRegistration()).toBeNull();
    start();
    expect(localStorage.getItem('user')).toBeNull();
  },
);
