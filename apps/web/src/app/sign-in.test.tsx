import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeApi, type FakeResponse } from '#testing/fake-api';
import { buildSignedInResponse } from '#testing/signed-in-response';
import { buildUser } from '#testing/user';
import { MemoryRouter, useLocation } from '../lib/navigation/navigation.tsx';
import { Route, Routes } from '../lib/navigation/routes.tsx';
import { slowDownWork, WORK_NOTE, workNeeded } from '../lib/work/slow-work.test-setup.ts';
import Login from '../routes/login.tsx';
import { followStoredSession, signOutLocally } from '../state/auth-session.ts';
import { closeToast, useToasts } from '../state/toast.ts';
import { ToastList } from '../ui/toast-list.tsx';
import { GuestOnly, Protected } from './guards.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  act(() => signOutLocally({ isByChoice: false }));
  cleanup();
  vi.unstubAllGlobals();
});

const wrong: FakeResponse = {
  status: 401,
  body: { error: 'Incorrect email, phone or password.', code: 'wrong-credentials' },
};

function Place() {
  const { pathname, search } = useLocation();
  return <p data-testid="place">{pathname + search}</p>;
}

/** The two guards with a page behind each, as in the router. */
function Page({ at }: { at: string }) {
  useLayoutEffect(followStoredSession, []);
  return (
    <MemoryRouter initialEntries={[at]}>
      <Routes>
        <Route element={<GuestOnly />}>
          <Route path="/login" element={<Login />} />
        </Route>
        <Route element={<Protected />}>
          <Route path="*" element={<p>Inside</p>} />
        </Route>
      </Routes>
      <Place />
      <ToastList toasts={useToasts()} onClose={closeToast} />
    </MemoryRouter>
  );
}

function start(response: () => FakeResponse | Promise<FakeResponse>, at = '/login') {
  const api = createFakeApi({ 'POST /api/auth/login': response });
  vi.stubGlobal('fetch', api.fetch);
  render(<Page at={at} />);
  return { api, user: userEvent.setup() };
}

const place = () => screen.getByTestId('place').textContent;
const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const submit = () => screen.getByRole('button', { name: /Sign/ });

test('signs in by email: stores user and tokens, welcomes, and goes to /dashboard (§2 Login)', async () => {
  const { api, user } = start(() => ({
    body: buildSignedInResponse(buildUser({ name: 'Alice' })),
  }));

  await user.type(email(), 'alice@kax.test');
  await user.type(password(), 'Piggy!Bank7');
  await user.click(submit());

  expect(await screen.findByText('Inside')).toBeTruthy();
  expect(place()).toBe('/dashboard');
  expect(screen.getByRole('status').textContent).toBe('Hello! Alice, Welcome back!');
  expect(api.seen[0]?.body).toEqual({ email: 'alice@kax.test', password: 'Piggy!Bank7' });
  expect(localStorage.getItem('access_token')).toBe('access-1');
  expect(localStorage.getItem('refresh_token')).toBe('refresh-1');
});

test('signs in by phone with the number in its international form (§2 Login)', async () => {
  const { api, user } = start(() => ({ body: buildSignedInResponse() }));

  await user.click(screen.getByRole('radio', { name: 'Use phone' }));
  await user.type(await screen.findByPlaceholderText('(702) 123-4567'), '4155550101');
  await user.type(password(), 'Piggy!Bank7');
  await user.click(submit());

  expect(await screen.findByText('Inside')).toBeTruthy();
  expect(api.seen[0]?.body).toEqual({ phone: '+14155550101', password: 'Piggy!Bank7' });
});

test("a refusal is shown as an alert with the server's message, and what was typed stays (§8)", async () => {
  const { user } = start(() => wrong);

  await user.type(email(), 'alice@kax.test');
  await user.type(password(), 'wrong');
  await user.click(submit());

  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Incorrect email, phone or password.');
  expect(email().value).toBe('alice@kax.test');
  expect(password().value).toBe('wrong');
  expect(place()).toBe('/login');
});

test("the button says 'Signing In...' while busy, and a second press does nothing (§2 Login)", async () => {
  let respond: (response: FakeResponse) => void = () => {};
  const response = new Promise<FakeResponse>((resolve) => {
    respond = resolve;
  });
  const { api, user } = start(() => response);

  await user.type(email(), 'alice@kax.test');
  await user.type(password(), 'Piggy!Bank7{Enter}');
  expect(submit().textContent).toBe('Signing In...');
  await user.click(submit());
  await user.type(password(), '{Enter}');
  respond(wrong);

  await screen.findByRole('alert');
  expect(api.seen).toHaveLength(1);
  expect(submit().textContent).toBe('Sign In');
});

test('both fields are required and the email field has the type email (§5 Login)', () => {
  start(() => wrong);

  expect([email().required, email().type, password().required]).toEqual([true, 'email', true]);
});

test('the password can be shown and hidden (§2 Login)', async () => {
  const { user } = start(() => wrong);

  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password().type).toBe('text');
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password().type).toBe('password');
});

test('a password can be pasted, and password managers can fill it in', async () => {
  const { user } = start(() => wrong);

  await user.click(password());
  await user.paste('Piggy!Bank7 from a manager');
  expect(password().value).toBe('Piggy!Bank7 from a manager');
  expect([email().autocomplete, password().autocomplete]).toEqual(['username', 'current-password']);
});

test('a signed-out visitor to a protected page returns to it after signing in (§2)', async () => {
  const { user } = start(() => ({ body: buildSignedInResponse() }), '/activity/polygon-kax?page=2');
  expect(place()).toBe('/login');

  await user.type(email(), 'alice@kax.test');
  await user.type(password(), 'Piggy!Bank7');
  await user.click(submit());

  await screen.findByText('Inside');
  expect(place()).toBe('/activity/polygon-kax?page=2');
});

test('a signed-in visitor of a guest page is sent to /dashboard (§2)', () => {
  localStorage.setItem('user', JSON.stringify(buildUser()));
  localStorage.setItem('access_token', 'access-1');

  start(() => wrong);

  expect(place()).toBe('/dashboard');
});

test('signing out by choice stores no page to return to', async () => {
  localStorage.setItem('user', JSON.stringify(buildUser()));
  localStorage.setItem('access_token', 'access-1');
  const { user } = start(() => ({ body: buildSignedInResponse() }), '/user-sessions');

  act(() => signOutLocally());
  await user.type(email(), 'bob@kax.test');
  await user.type(password(), 'Piggy!Bank7');
  await user.click(submit());

  await screen.findByText('Inside');
  expect(place()).toBe('/dashboard');
});

test('work that takes a while is shown with its progress below the button, which stays as it is', async () => {
  const endWork = slowDownWork();
  const responses = [workNeeded, wrong];
  const { api, user } = start(() => responses.shift() ?? wrong);

  await user.type(email(), 'alice@kax.test');
  await user.type(password(), 'wrong{Enter}');

  const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: WORK_NOTE });
  expect(bar.value).toBeGreaterThan(0);
  expect(submit().textContent).toBe('Signing In...');
  expect((await screen.findByRole('alert')).textContent).toContain('Incorrect');
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(api.seen).toHaveLength(2);
  endWork();
});

test('too many attempts count down to the next one, and the sentence is said once', async () => {
  const tooMany = {
    status: 429,
    body: {
      error: 'Too many attempts. Try again in 2 seconds.',
      code: 'too-many-requests',
      retryAfter: 2,
    },
  };
  const { user } = start(() => tooMany);

  await user.type(email(), 'alice@kax.test');
  await user.type(password(), 'wrong{Enter}');

  expect(await screen.findByText('Try again in 0:02.')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('Too many attempts. Try again in 2 seconds.');
  expect(await screen.findByText('Try again in 0:01.')).toBeTruthy();
  await expect.poll(() => screen.queryByRole('alert')).toBeNull();
  expect(email().value).toBe('alice@kax.test');
});
