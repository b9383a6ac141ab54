import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeApi, type FakeResponse } from '#testing/fake-api';
import { buildUser } from '#testing/user';
import { MemoryRouter, useLocation } from '../lib/navigation/navigation.tsx';
import { Route, Routes } from '../lib/navigation/routes.tsx';
import { signOutLocally, storeSignIn } from '../state/auth-session.ts';
import ResetPassword from './reset-password.tsx';

beforeEach(() => {
  localStorage.clear();
  storeSignIn({ user: buildUser(), accessToken: 'access-1', refreshToken: 'refresh-1' });
});
afterEach(() => {
  cleanup();
  act(() => signOutLocally({ isByChoice: false }));
  vi.unstubAllGlobals();
});

const done: FakeResponse = { body: { success: true, message: 'Your password has been updated!' } };
const refused = (code: string, error: string): FakeResponse => ({
  status: 400,
  body: { error, code },
});

function Place() {
  return <p data-testid="place">{useLocation().pathname}</p>;
}

function start(response: () => FakeResponse | Promise<FakeResponse> = () => done) {
  const api = createFakeApi({ 'POST /api/auth/change-password': response });
  vi.stubGlobal('fetch', api.fetch);
  render(
    <MemoryRouter initialEntries={['/reset-password']}>
      <Routes>
        <Route path="/reset-password" element={<ResetPassword />} />
        <Route path="*" element={null} />
      </Routes>
      <Place />
    </MemoryRouter>,
  );
  return { api, user: userEvent.setup() };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: /Updat/ });

async function fillIn(
  user: ReturnType<typeof userEvent.setup>,
  { current = 'Piggy!Bank7', next = 'Quiet!Harbor9' } = {},
) {
  await user.type(field('Current password'), current);
  await user.type(field('New password'), next);
  await user.type(field('Confirm new password'), next);
}

test('changes the password, says so, and leads to the dashboard (§2 Change password)', async () => {
  const { api, user } = start();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Reset your password');

  await fillIn(user);
  await user.click(submit());

  const modal = await screen.findByRole('dialog', { name: 'Your password has been updated!' });
  expect(modal.textContent).toContain('You’ll need the new password from your next login.');
  expect(api.seen.map(({ body }) => body)).toEqual([
    { currentPassword: 'Piggy!Bank7', newPassword: 'Quiet!Harbor9' },
  ]);
  await user.click(screen.getByRole('button', { name: 'Continue to Dashboard' }));
  expect(screen.getByTestId('place').textContent).toBe('/dashboard');
});

test("'Change Another Password' starts over with an empty form (§2 Change password)", async () => {
  const { user } = start();
  await fillIn(user);
  await user.click(submit());

  await user.click(await screen.findByRole('button', { name: 'Change Another Password' }));

  expect(field('Current password').value).toBe('');
  expect(field('New password').value).toBe('');
  await expect.poll(() => document.activeElement).toBe(field('Current password'));
});

test.each([
  ['Quiet!Harbor9', 'Quiet!Harbor', true],
  ['quietharbor', 'quietharbor', true],
  ['', '', true],
  ['Quiet!Harbor9', 'Quiet!Harbor9', false],
])(
  '%j and %j: the button is disabled: %s (§5 Change password)',
  async (next, again, isDisabled) => {
    const { user } = start();
    await user.type(field('Current password'), 'Piggy!Bank7');
    if (next) await user.type(field('New password'), next);
    if (again) await user.type(field('Confirm new password'), again);

    expect(submit().disabled).toBe(isDisabled);
  },
);

test('the strength has a label; the requirements and the match update live (§2)', async () => {
  const { user } = start();

  await user.type(field('New password'), 'Quiet!');
  expect(screen.getByText('Fair')).toBeTruthy();
  await user.type(field('New password'), 'Harbor');
  expect(screen.getByText('Good')).toBeTruthy();
  await user.type(field('New password'), '9');
  expect(screen.getByText('Strong')).toBeTruthy();
  expect(screen.getByRole('list', { name: 'Password requirements' }).textContent).not.toContain(
    'not met',
  );

  await user.type(field('Confirm new password'), 'Quiet!');
  expect(screen.getByText('Passwords do not match')).toBeTruthy();
  await user.type(field('Confirm new password'), 'Harbor9');
  expect(screen.getByText('Passwords match')).toBeTruthy();
});

test('reusing the current password is rejected before anything is sent (§5 Change password)', async () => {
  const { api, user } = start();

  await fillIn(user, { current: 'Piggy!Bank7', next: 'Piggy!Bank7' });
  await user.click(submit());

  expect(screen.getByRole('alert').textContent).toBe(
    'New password must be different from current password',
  );
  await expect.poll(() => document.activeElement).toBe(field('New password'));
  expect(api.seen).toEqual([]);
});

test('an incorrect current password is reported at its field, and input is kept (§8)', async () => {
  const { user } = start(() => refused('password-wrong', 'Incorrect password.'));

  await fillIn(user);
  await user.click(submit());

  expect((await screen.findByRole('alert')).textContent).toBe('Incorrect password.');
  await expect.poll(() => document.activeElement).toBe(field('Current password'));
  expect(field('New password').value).toBe('Quiet!Harbor9');
});

test("when the server does not respond: 'Failed to update password. Please try again.' (§8)", async () => {
  const { user } = start(() => 'no response');

  await fillIn(user);
  await user.click(submit());

  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to update password. Please try again.',
  );
});

test('a double click sends one request', async () => {
  let respond: (response: FakeResponse) => void = () => {};
  const response = new Promise<FakeResponse>((resolve) => {
    respond = resolve;
  });
  const { api, user } = start(() => response);

  await fillIn(user);
  await user.dblClick(submit());
  expect(submit().getAttribute('aria-busy')).toBe('true');
  await act(async () => respond(refused('password-wrong', 'Incorrect password.')));

  expect(api.seen).toHaveLength(1);
});

test('password managers can tell which password is which, and for which account', () => {
  start();

  expect(field('Current password').autocomplete).toBe('current-password');
  expect(field('New password').autocomplete).toBe('new-password');
  expect(field('Confirm new password').autocomplete).toBe('new-password');
  const username = document.querySelector<HTMLInputElement>('input[autocomplete="username"]');
  expect([username?.value, username?.hidden]).toEqual(['alice@kax.test', true]);
});
