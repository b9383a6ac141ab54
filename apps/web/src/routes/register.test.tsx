import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeApi, type FakeResponse } from '#testing/fake-api';
import { buildRegisteredResponse } from '#testing/registered-response';
import { MemoryRouter, useLocation } from '../lib/navigation/navigation.tsx';
import { Route, Routes } from '../lib/navigation/routes.tsx';
import { slowDownWork, WORK_NOTE, workNeeded } from '../lib/work/slow-work.test-setup.ts';
import Register from './register.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Place() {
  const { pathname, search } = useLocation();
  return <p data-testid="place">{pathname + search}</p>;
}

function start(response: () => FakeResponse | Promise<FakeResponse> = () => registered) {
  const api = createFakeApi({ 'POST /api/auth/register': response });
  vi.stubGlobal('fetch', api.fetch);
  render(
    <MemoryRouter initialEntries={['/register']}>
      <Routes>
        <Route path="/register" element={<Register />} />
        <Route path="*" element={null} />
      </Routes>
      <Place />
    </MemoryRouter>,
  );
  return { api, user: userEvent.setup() };
}

const registered: FakeResponse = { body: buildRegisteredResponse({ email: 'dana+kax@kax.test' }) };
const refused = (code: string, error: string): FakeResponse => ({
  status: 400,
  body: { error, code },
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const submit = () => screen.getByRole('button', { name: /Creat/ });
const place = () => screen.getByTestId('place').textContent;
const requirements = () => screen.queryByRole('list', { name: 'Password requirements' });

interface Entries {
  password?: string;
  confirmation?: string;
  accepts?: boolean;
}

async function fillIn(
  user: ReturnType<typeof userEvent.setup>,
  { password = 'Piggy!Bank7', confirmation = password, accepts = true }: Entries = {},
) {
  await user.type(field('Full Name'), 'Dana Weiss');
  await user.type(field('Email'), ' dana+kax@kax.test');
  await user.type(await screen.findByPlaceholderText('(702) 123-4567'), '4155550188');
  await user.type(field('Password'), password);
  await user.type(field('Confirm Password'), confirmation);
  if (accepts) await user.click(screen.getByRole('checkbox'));
}

test('registers, stores the user without tokens, and continues to the codes (§2 Register, §4 Session)', async () => {
  const { api, user } = start();

  await fillIn(user);
  await user.click(submit());

  await waitFor(() => expect(place()).toBe('/verify-otp?email=dana%2Bkax%40kax.test'));
  expect(api.seen.map(({ body }) => body)).toEqual([
    {
      name: 'Dana Weiss',
      email: 'dana+kax@kax.test',
      phone: '+14155550188',
      password: 'Piggy!Bank7',
    },
  ]);
  expect(localStorage.getItem('isAuthenticated')).toBe('true');
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({
    email: 'dana+kax@kax.test',
    registrationToken: 'kxg_1',
  });
  expect(localStorage.getItem('access_token')).toBeNull();
});

test('shows how far the work is that the server asks for, then continues', async () => {
  const responses: FakeResponse[] = [workNeeded, registered];
  const { user } = start(() => responses.shift() ?? registered);
  await fillIn(user);
  const endWork = slowDownWork();

  await user.click(submit());

  const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: WORK_NOTE });
  expect(bar.value).toBeGreaterThan(0);
  expect(submit().textContent).toBe('Creating Account...');
  await waitFor(() => expect(place()).toContain('/verify-otp'));
  endWork();
});

test('reports a broken password rule first, then a mismatch, then the terms (§5 Register submit)', async () => {
  const { api, user } = start();

  await fillIn(user, { password: 'piggy!bank7', confirmation: 'other', accepts: false });
  await user.click(submit());
  expect(screen.getByRole('alert').textContent).toBe(
    'Password must include at least one uppercase letter (A-Z)',
  );
  await expect.poll(() => document.activeElement).toBe(field('Password'));

  await user.type(field('Password'), 'P');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(submit());
  expect(screen.getByRole('alert').textContent).toBe('Passwords do not match');
  await expect.poll(() => document.activeElement).toBe(field('Confirm Password'));

  await user.clear(field('Confirm Password'));
  await user.type(field('Confirm Password'), 'piggy!bank7P');
  await user.click(submit());
  expect(screen.getByRole('alert').textContent).toBe('Please accept the terms and conditions');
  expect(document.activeElement).toBe(screen.getByRole('checkbox'));
  expect(api.seen).toEqual([]);
});

test('a password that contains the name is rejected before anything is sent (§5)', async () => {
  const { api, user } = start();

  await fillIn(user, { password: 'Dana weiss!7' });
  await user.click(submit());

  expect(screen.getByRole('alert').textContent).toBe('Password should not contain your name');
  expect(api.seen).toEqual([]);
});

test('the checklist is shown while the password is focused or non-empty, in the order of the rules (§2, §5)', async () => {
  const { user } = start();
  expect(requirements()).toBeNull();

  await user.type(field('Full Name'), 'Dana');
  await user.click(field('Password'));
  expect([...(requirements()?.children ?? [])].map((item) => item.textContent)).toEqual([
    'At least 8 characters, not met yet',
    'One number, not met yet',
    'One special character, not met yet',
    'Doesn’t contain your name, met',
    'One uppercase letter, not met yet',
    'One lowercase letter, not met yet',
  ]);

  await user.click(field('Full Name'));
  await waitFor(() => expect(requirements()).toBeNull());

  await user.type(field('Password'), 'Piggybank7');
  await user.click(field('Full Name'));
  expect(requirements()?.textContent).toContain('One special character, not met yet');
  expect(screen.getByText('Good')).toBeTruthy();
});

test('says whether the passwords match once the second is non-empty (§2 Register)', async () => {
  const { user } = start();
  await user.type(field('Password'), 'Piggy!Bank7');
  expect(screen.queryByText(/Passwords/)).toBeNull();

  await user.type(field('Confirm Password'), 'Piggy');
  expect(screen.getByText('Passwords do not match')).toBeTruthy();
  await user.type(field('Confirm Password'), '!Bank7');
  expect(screen.getByText('Passwords match')).toBeTruthy();
});

test('a server error is shown at its field, and input is kept (§8)', async () => {
  const { user } = start(() => refused('email-not-valid', 'Enter a valid email address.'));

  await fillIn(user);
  await user.click(submit());

  expect((await screen.findByRole('alert')).textContent).toBe('Enter a valid email address.');
  await expect.poll(() => document.activeElement).toBe(field('Email'));
  expect(field('Password').value).toBe('Piggy!Bank7');
  expect(field('Confirm Password').value).toBe('Piggy!Bank7');
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  expect(localStorage).toHaveLength(0);
});

test('a common password, which only the server knows, is reported at its field (§5)', async () => {
  const sentence = 'This password is too common. Choose one that’s harder to guess.';
  const { user } = start(() => refused('password-not-allowed', sentence));

  await fillIn(user);
  await user.click(submit());

  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  await expect.poll(() => document.activeElement).toBe(field('Password'));
  expect(field('Password').value).toBe('Piggy!Bank7');
  expect(screen.queryByText('Strong')).toBeNull();
  await user.type(field('Password'), '?');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('Strong')).toBeTruthy();
});

test.each<[string, FakeResponse, string]>([
  ['no response', 'no response', 'Registration failed. Please try again.'],
  [
    'a response from a proxy',
    { status: 502, body: '<html>' },
    'Registration failed. Please try again.',
  ],
  [
    'too many',
    {
      status: 429,
      body: {
        error: 'Too many attempts. Wait a moment, then try again.',
        code: 'too-many-requests',
        retryAfter: 60,
      },
    },
    'Too many attempts. Wait a moment, then try again.',
  ],
])('%s: an alert says so (§8)', async (_, response, sentence) => {
  const { user } = start(() => response);

  await fillIn(user);
  await user.click(submit());

  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  expect(place()).toBe('/register');
});

test("the button reads 'Creating Account...' while busy, and a double click sends one request (§2 Register)", async () => {
  let respond: (response: FakeResponse) => void = () => {};
  const response = new Promise<FakeResponse>((resolve) => {
    respond = resolve;
  });
  const { api, user } = start(() => response);

  await fillIn(user);
  await user.dblClick(submit());
  await user.type(field('Full Name'), '{Enter}');
  expect(submit().textContent).toBe('Creating Account...');
  await act(async () => respond(refused('bad-request', 'No.')));

  expect(api.seen).toHaveLength(1);
  expect(submit().textContent).toBe('Create Account');
});

test('name, email and phone are required, and the email field has type email (§5 Register submit)', async () => {
  start();
  const phone = await screen.findByPlaceholderText<HTMLInputElement>('(702) 123-4567');

  expect([field('Full Name').required, field('Email').required, phone.required]).toEqual([
    true,
    true,
    true,
  ]);
  expect(field('Email').type).toBe('email');
});

test('terms and privacy open in a new tab, and Sign in leads to /login (§2 Register)', async () => {
  start();
  await screen.findByPlaceholderText('(702) 123-4567');

  for (const name of [/^terms/, /^privacy policy/]) {
    const link = screen.getByRole('link', { name });
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener']);
  }
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Quickly Create Kax Account');
});
