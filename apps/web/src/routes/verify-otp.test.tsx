import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFakeApi, type FakeResponse } from '#testing/fake-api';
import { buildRegisteredResponse } from '#testing/registered-response';
import { buildSignedInResponse } from '#testing/signed-in-response';
import { buildUser } from '#testing/user';
import { GuestOnly } from '../app/guards.tsx';
import { MemoryRouter, useLocation } from '../lib/navigation/navigation.tsx';
import { Route, Routes } from '../lib/navigation/routes.tsx';
import { followStoredSession, signOutLocally, storeRegistration } from '../state/auth-session.ts';
import { useIsNewAccount } from '../state/new-account.ts';
import { closeToast, useToasts } from '../state/toast.ts';
import { ToastList } from '../ui/toast-list.tsx';
import VerifyOtp from './verify-otp.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  act(() => signOutLocally({ isByChoice: false }));
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const wrong: FakeResponse = {
  status: 400,
  body: { error: 'Verification failed. Please try again.', code: 'codes-not-right' },
};
const sent: FakeResponse = {
  body: { success: true, message: 'Sent.', resendAfter: 60, phoneCode: 'sent' },
};
const tooSoon: FakeResponse = {
  status: 429,
  body: {
    error: 'Wait 42 seconds before requesting new codes.',
    code: 'too-many-requests',
    retryAfter: 42,
  },
};

type Responder = () => FakeResponse | Promise<FakeResponse>;

interface Start {
  verify?: Responder;
  resend?: Responder;
  text?: Responder;
  at?: string;
  state?: unknown;
}

function Place() {
  const { pathname, search } = useLocation();
  return <p data-testid="place">{pathname + search}</p>;
}

function Page({ at, state }: { at: string; state: unknown }) {
  useLayoutEffect(followStoredSession, []);
  const { pathname, search } = new URL(at, 'http://kax.test');
  return (
    <MemoryRouter initialEntries={[{ pathname, search, state }]}>
      <Routes>
        <Route element={<GuestOnly />}>
          <Route path="/verify-otp" element={<VerifyOtp />} />
        </Route>
        <Route path="*" element={null} />
      </Routes>
      <Place />
      <ToastList toasts={useToasts()} onClose={closeToast} />
    </MemoryRouter>
  );
}

function start({
  verify = () => wrong,
  resend = () => sent,
  text = () => sent,
  at = '/verify-otp?email=dana%40kax.test',
  state = null,
}: Start = {}) {
  const api = createFakeApi({
    'POST /api/auth/verify-otps': verify,
    'POST /api/auth/resend-otp': resend,
    'POST /api/auth/send-phone-code': text,
  });
  vi.stubGlobal('fetch', api.fetch);
  render(<Page at={at} state={state} />);
  return { api, user: userEvent.setup() };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = (name: RegExp) => screen.getByRole('button', { name });
const place = () => screen.getByTestId('place').textContent;

async function enterCodes(user: ReturnType<typeof userEvent.setup>) {
  await user.type(field('Email Code'), '481206');
  await user.type(field('Phone Code'), '730001');
}

test('both codes sign in: user and tokens are stored, a toast welcomes, /dashboard follows (§2 Verify code)', async () => {
  const response = buildSignedInResponse(buildUser({ name: 'Dana Weiss' }));
  storeRegistration(buildRegisteredResponse());
  const { api, user } = start({ verify: () => ({ body: response }) });

  await enterCodes(user);
  await user.click(button(/Verify/));

  await waitFor(() => expect(place()).toBe('/dashboard'));
  expect(renderHook(() => useIsNewAccount(response.user.id)).result.current).toBe(true);
  expect(api.seen.map(({ body }) => body)).toEqual([
    {
      email: 'dana@kax.test',
      emailOTP: '481206',
      phoneOTP: '730001',
      registrationToken: 'kxg_1',
    },
  ]);
  expect(localStorage.getItem('access_token')).toBe('access-1');
  expect(localStorage.getItem('refresh_token')).toBe('refresh-1');
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(response.user);
  expect(screen.getByText('Hello! Dana Weiss, welcome to Kax.')).toBeTruthy();
});

test('the proof of this browser’s registration is not sent for another registration', async () => {
  storeRegistration(buildRegisteredResponse({ email: 'someone@else.test' }));
  const { api, user } = start();

  await enterCodes(user);
  await user.click(button(/Verify/));

  await screen.findByRole('alert');
  expect(api.seen[0]?.body).not.toHaveProperty('registrationToken');
  expect(screen.queryByText(/0188/)).toBeNull();
});

test('after a reload, a registered user still sees where the codes were sent', () => {
  storeRegistration(buildRegisteredResponse());
  start({ at: '/verify-otp?email=DANA%40kax.test' });

  expect(screen.getByText('DANA@kax.test')).toBeTruthy();
  expect(screen.getByText('0188')).toBeTruthy();
  expect(localStorage.getItem('user')).toContain('kxg_1');
});

test('incomplete codes are not sent; the first incomplete one gets the focus', async () => {
  const { api, user } = start();

  await user.type(field('Email Code'), '481206');
  await user.type(field('Phone Code'), '73{Enter}');

  expect(screen.getByRole('alert').textContent).toBe('Enter the six digits from the text message.');
  await expect.poll(() => document.activeElement).toBe(field('Phone Code'));
  expect(api.seen).toEqual([]);
});

test.each<[string, FakeResponse, string]>([
  ['wrong codes', wrong, 'Verification failed. Please try again. One of the codes is incorrect.'],
  ['too many tries', tooSoon, 'Verification failed. Please try again. Wait 42 seconds'],
  ['no response', 'no response', 'An error occurred. Please try again.'],
])('%s: says so, keeps both codes and stays (§8)', async (_, response, sentence) => {
  const { user } = start({ verify: () => response });

  await enterCodes(user);
  await user.click(button(/Verify/));

  expect((await screen.findByRole('alert')).textContent).toContain(sentence);
  expect([field('Email Code').value, field('Phone Code').value]).toEqual(['481206', '730001']);
  expect(button(/Verify/).hasAttribute('disabled')).toBe(false);
  expect(place()).toBe('/verify-otp?email=dana%40kax.test');
});

test('a double click sends one request', async () => {
  let respond: (response: FakeResponse) => void = () => {};
  const response = new Promise<FakeResponse>((resolve) => {
    respond = resolve;
  });
  const { api, user } = start({ verify: () => response });

  await enterCodes(user);
  await user.dblClick(button(/Verify/));
  expect(button(/Verify/).getAttribute('aria-busy')).toBe('true');
  await act(async () => respond(wrong));

  expect(api.seen).toHaveLength(1);
});

test("'Resend' sends new codes, clears the old ones, and counts down the seconds (§2 Verify code)", async () => {
  let respond: (response: FakeResponse) => void = () => {};
  const response = new Promise<FakeResponse>((resolve) => {
    respond = resolve;
  });
  const { api, user } = start({ resend: () => response });
  await enterCodes(user);

  await user.click(button(/Resend/));
  expect(button(/Resend/).textContent).toBe('Resending...');
  await act(async () => respond(sent));

  expect(api.seen.map(({ body }) => body)).toEqual([{ email: 'dana@kax.test' }]);
  expect(button(/Resend/).textContent).toMatch(/^Resend in (1:00|0:59)$/);
  expect(field('Email Code').value).toBe('');
  expect(screen.getByText('We sent new codes. Earlier codes no longer work.')).toBeTruthy();

  await user.click(button(/Resend/));
  expect(api.seen).toHaveLength(1);
});

test.each<[string, FakeResponse, string]>([
  ['too soon', tooSoon, 'Wait 42 seconds before requesting new codes.'],
  ['no response', 'no response', 'An error occurred while resending OTP. Please try again.'],
  ['a response from a proxy', { status: 502, body: '' }, 'Failed to resend OTP. Please try again.'],
])('resending fails with %s: says so and keeps the codes (§8)', async (_, response, sentence) => {
  const { user } = start({ resend: () => response });
  await enterCodes(user);

  await user.click(button(/Resend/));

  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(field('Email Code').value).toBe('481206');
});

test('a resend that is too soon shows the seconds returned by the server', async () => {
  const { user } = start({ resend: () => tooSoon });

  await user.click(button(/Resend/));

  await waitFor(() =>
    expect(button(/Resend/).textContent).toMatch(/^Resend in 0:(?:4[0-2]|[1-3]\d)$/),
  );
});

test.each([
  ['in 30 seconds', () => Date.now() + 30_000, /^Resend in 0:(?:30|[12]\d)$/],
  ['30 seconds ago', () => Date.now() - 30_000, /^Resend$/],
  ['no time', () => 'soon', /^Resend$/],
])('right after registration, Resend waits as the server says: %s', (_, resendAt, label) => {
  start({ state: { resendAt: resendAt() } });

  expect(button(/Resend/).textContent).toMatch(label);
});

describe('a text message that waits for the code of the email', () => {
  const state = { phoneCode: 'after-email-code' };
  const EMAIL_CODE = '4812067731';

  test('is requested with that code and the token of this browser’s registration', async () => {
    storeRegistration(buildRegisteredResponse());
    const { api, user } = start({ state });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Check your email first');
    await user.type(field('Email Code'), EMAIL_CODE);
    await user.click(button(/Text me the code/));
    expect(await screen.findByText('We texted you the other code.')).toBeTruthy();
    expect(api.seen.map(({ body }) => body)).toEqual([
      {
        email: 'dana@kax.test',
        emailOTP: EMAIL_CODE,
        purpose: 'register',
        registrationToken: 'kxg_1',
      },
    ]);
  });

  test('says so when the code is wrong', async () => {
    const { user } = start({ state, text: () => wrong });
    await user.type(field('Email Code'), EMAIL_CODE);
    await user.click(button(/Text me the code/));
    expect(await screen.findByText('This code is incorrect. Check the newest email.')).toBeTruthy();
  });

  test('begins with the next resend, when the server says so', async () => {
    const later = {
      body: { success: true, message: '', resendAfter: 60, phoneCode: 'after-email-code' },
    };
    const { user } = start({ resend: () => later });
    await user.click(button(/Resend/));
    await screen.findByText(/We sent new codes/);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Check your email first');
    await user.type(field('Email Code'), '4812067731');
    expect(button(/Text me the code/)).toBeTruthy();
  });

  test('may also be requested when a code of ten digits is pasted after everything else was lost', async () => {
    const { user } = start();
    await user.click(field('Email Code'));
    await user.paste(EMAIL_CODE);
    await user.click(button(/Text me the code/));
    expect(await screen.findByText('We texted you the other code.')).toBeTruthy();
  });
});

test('when no texts can be sent, it promises none, and a resend says so too', async () => {
  const none = { body: { success: true, message: '', resendAfter: 0, phoneCode: 'unavailable' } };
  const { user } = start({ state: { phoneCode: 'unavailable' }, resend: () => none });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
    'We can’t send texts right now',
  );
  expect(document.body.textContent).not.toContain('on their way');
  await user.click(button(/Resend/));
  expect(
    await screen.findByText('We can’t send texts right now. Try again in a few hours.'),
  ).toBeTruthy();
});

test('after five wrong pairs the codes no longer work, and new ones can be sent', async () => {
  const { user } = start({ verify: () => wrong, resend: () => sent });
  await enterCodes(user);
  for (let attempt = 0; attempt < 5; attempt += 1) await user.click(button(/Verify/));
  expect(await screen.findByText('These codes no longer work')).toBeTruthy();
  await user.click(button(/Send new codes/));
  expect(await screen.findByText(/We sent new codes/)).toBeTruthy();
  expect(field('Email Code').value).toBe('');
});

test("without an email in the URL it says so and links to /register; 'Back to sign In' links to /login", () => {
  start({ at: '/verify-otp' });

  expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe(
    '/register',
  );
  expect(screen.getByRole('link', { name: 'Back to sign In' }).getAttribute('href')).toBe('/login');
});

test('fills in the SMS code when the browser supports WebOTP', async () => {
  vi.stubGlobal('OTPCredential', class {});
  const get = vi.fn(async () => ({ code: '730001' }));
  vi.spyOn(navigator, 'credentials', 'get').mockReturnValue({ get } as never);

  start();

  await waitFor(() => expect(field('Phone Code').value).toBe('730001'));
  expect(get).toHaveBeenCalledWith(expect.objectContaining({ otp: { transport: ['sms'] } }));
});
