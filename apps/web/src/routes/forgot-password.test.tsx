import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createFakeApi, type FakeResponse } from '#testing/fake-api';
import { MemoryRouter, useLocation, useNavigate } from '../lib/navigation/navigation.tsx';
import { Route, Routes } from '../lib/navigation/routes.tsx';
import { slowDownWork, WORK_NOTE, workNeeded } from '../lib/work/slow-work.test-setup.ts';
import ForgotPassword from './forgot-password.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const sent: FakeResponse = {
  body: { success: true, message: 'Sent.', resendAfter: 60, phoneCode: 'sent' },
};
const codesSent = (phoneCode: string, success = true): FakeResponse => ({
  body: { success, message: 'Sent.', resendAfter: 60, phoneCode },
});
const emailOnly = codesSent('after-email-code');
const texted = codesSent('sent');
const unavailable = codesSent('unavailable', false);
const done: FakeResponse = { body: { success: true, message: 'Done.' } };
const wrong: FakeResponse = {
  status: 400,
  body: { error: 'Verification failed. Please try again.', code: 'codes-not-right' },
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
  send?: Responder;
  reset?: Responder;
  text?: Responder;
  entries?: Parameters<typeof MemoryRouter>[0]['initialEntries'];
}

/** The browser's Back and Forward buttons, and the current path. */
function Browser() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => navigate(-1)}>
        Browser back
      </button>
      <button type="button" onClick={() => navigate(1)}>
        Browser forward
      </button>
      <p data-testid="place">{pathname}</p>
    </>
  );
}

function start({
  send = () => sent,
  reset = () => done,
  text = () => texted,
  entries = ['/login', '/forgot-password'],
}: Start = {}) {
  const api = createFakeApi({
    'POST /api/auth/send-reset-password-otps': send,
    'POST /api/auth/reset-password': reset,
    'POST /api/auth/send-phone-code': text,
  });
  vi.stubGlobal('fetch', api.fetch);
  render(
    <MemoryRouter initialEntries={entries}>
      <Routes>
        <Route path="/forgot-password" element={<ForgotPassword />} />
        <Route path="*" element={null} />
      </Routes>
      <Browser />
    </MemoryRouter>,
  );
  return { api, user: userEvent.setup() };
}

type Typist = ReturnType<typeof userEvent.setup>;

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = (name: RegExp) => screen.getByRole('button', { name });
const place = () => screen.getByTestId('place').textContent;
const title = () => screen.getByRole('heading', { level: 1 }).textContent;
const browser = (user: Typist, direction: 'back' | 'forward') =>
  user.click(screen.getByText(`Browser ${direction}`));

async function requestCodes(user: Typist) {
  await user.type(field('Email'), 'alice@kax.test');
  await user.click(button(/Verify/));
  await screen.findByLabelText('Email Code');
}

async function enterCodes(user: Typist) {
  await requestCodes(user);
  await user.type(field('Email Code'), '481206');
  await user.type(field('Phone Code'), '730001');
  await user.click(button(/Verify/));
}

async function choosePassword(user: Typist, password = 'Quiet!Harbor9', again = password) {
  await enterCodes(user);
  await user.type(field('New password'), password);
  await user.type(field('Confirm new password'), again);
  await user.click(button(/Reset/));
}

test('request, both codes, new password, and a modal that leads to sign-in (§2 Forgot password)', async () => {
  const { api, user } = start();
  expect(document.body.textContent).toContain(
    'Enter your verified Email Address and we will send you a password reset link.',
  );

  await requestCodes(user);
  expect(document.body.textContent).toContain(
    'Check your inbox at alice@kax.test to reset your password',
  );
  await expect.poll(() => document.activeElement).toBe(field('Email Code'));

  await user.type(field('Email Code'), '481206');
  await user.type(field('Phone Code'), '730001');
  await user.click(button(/Verify/));
  await user.type(field('New password'), 'Quiet!Harbor9');
  await user.type(field('Confirm new password'), 'Quiet!Harbor9');
  await user.click(button(/Reset/));

  expect(
    await screen.findByRole('dialog', { name: 'Your password has been reset successfully!' }),
  ).toBeTruthy();
  expect(api.seen.map(({ body }) => body)).toEqual([
    { email: 'alice@kax.test' },
    {
      email: 'alice@kax.test',
      newPassword: 'Quiet!Harbor9',
      emailOTP: '481206',
      phoneOTP: '730001',
    },
  ]);
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBeTruthy();
  await user.click(button(/Go to Login/));
  expect(place()).toBe('/login');
});

test('works by phone, and reveals nothing but the number that was typed (§2 Forgot password)', async () => {
  const { api, user } = start();

  await user.click(screen.getByRole('radio', { name: 'Use phone' }));
  await user.type(await screen.findByPlaceholderText('(702) 123-4567'), '4155550101');
  await user.click(button(/Verify/));

  await screen.findByLabelText('Phone Code');
  expect(api.seen[0]?.body).toEqual({ phone: '+14155550101' });
  expect(document.body.textContent).toContain(
    'Check your inbox at +14155550101 to reset your password',
  );
});

test("the button reads 'Sending...' while busy, and a double click sends one request (§2)", async () => {
  let respond: (response: FakeResponse) => void = () => {};
  const response = new Promise<FakeResponse>((resolve) => {
    respond = resolve;
  });
  const { api, user } = start({ send: () => response });

  await user.type(field('Email'), 'alice@kax.test');
  await user.dblClick(button(/Verify/));
  expect(button(/Sending/).textContent).toBe('Sending...');
  await act(async () => respond(sent));

  expect(api.seen).toHaveLength(1);
  expect(title()).toBe('Verify identity');
});

test('shows how far the work is that the server asks for, then continues', async () => {
  const responses: FakeResponse[] = [workNeeded, sent];
  const { user } = start({ send: () => responses.shift() ?? sent });
  await user.type(field('Email'), 'alice@kax.test');
  const endWork = slowDownWork();

  await user.click(button(/Verify/));

  const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: WORK_NOTE });
  expect(bar.value).toBeGreaterThan(0);
  expect(button(/Sending/).textContent).toBe('Sending...');
  await expect.poll(title).toBe('Verify identity');
  expect(screen.queryByRole('progressbar')).toBeNull();
  endWork();
});

test('when the server does not respond, it says so and input is kept (§8)', async () => {
  const { user } = start({ send: () => 'no response' });

  await user.type(field('Email'), 'alice@kax.test');
  await user.click(button(/Verify/));

  expect((await screen.findByRole('alert')).textContent).toBe(
    'An error occurred. Please try again.',
  );
  expect(field('Email').value).toBe('alice@kax.test');
});

test('a user who just requested codes, for example before a reload, can continue and enter them', async () => {
  const { user } = start({ send: () => tooSoon });

  await user.type(field('Email'), 'alice@kax.test');
  await user.click(button(/Verify/));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Wait 42 seconds before requesting new codes.',
  );
  await user.click(button(/I already have codes/));

  expect(field('Email Code')).toBeTruthy();
  expect(button(/Resend/).textContent).toMatch(/^Resend in 0:4[12]$/);
});

test('incomplete codes do not continue', async () => {
  const { user } = start();
  await requestCodes(user);

  await user.type(field('Email Code'), '48{Enter}');

  expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
    'Enter the six digits from the email.',
    'Enter the six digits from the text message.',
  ]);
  await expect.poll(() => document.activeElement).toBe(field('Email Code'));
});

test('the list of requirements is live, in its order (§5)', async () => {
  const { user } = start();
  await enterCodes(user);

  await user.type(field('New password'), 'Quiet');

  const list = screen.getByRole('list', { name: 'Password requirements' });
  expect([...list.children].map((item) => item.textContent)).toEqual([
    'At least 8 characters, not met yet',
    'One uppercase letter, met',
    'One lowercase letter, met',
    'One number, not met yet',
    'One special character from @#$%^&*, not met yet',
  ]);
});

test.each([
  ['short', 'short', 'Password must be at least 8 characters long'],
  ['Quiet!Harbor9', 'Quiet!Harbor', 'Passwords do not match'],
])('%s and %s: %s, and nothing is sent (§5 Reset submit)', async (password, again, sentence) => {
  const { api, user } = start();

  await choosePassword(user, password, again);

  expect(screen.getByRole('alert').textContent).toBe(sentence);
  expect(api.seen).toHaveLength(1);
});

test('incorrect codes return to the codes view, with the message and both codes to correct (§8)', async () => {
  const responses = [wrong, done];
  const { api, user } = start({ reset: () => responses.shift() ?? done });

  await choosePassword(user);

  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Verification failed. Please try again.');
  expect([field('Email Code').value, field('Phone Code').value]).toEqual(['481206', '730001']);

  await user.clear(field('Phone Code'));
  await user.type(field('Phone Code'), '730002');
  await user.click(button(/Verify/));
  expect(field('New password').value).toBe('Quiet!Harbor9');
  await user.click(button(/Reset/));

  expect(await screen.findByRole('dialog')).toBeTruthy();
  expect(api.seen[2]?.body).toMatchObject({ phoneOTP: '730002' });
});

test.each<[string, FakeResponse, string]>([
  ['no response', 'no response', 'Password reset failed. Please try again.'],
  [
    'a response from a proxy',
    { status: 502, body: '' },
    'Failed to reset password. Please check your credentials.',
  ],
  [
    'a busy server',
    {
      status: 503,
      body: {
        error: 'Many people are signing in right now. Try again in a few seconds.',
        code: 'busy',
      },
    },
    'Many people are signing in right now. Try again in a few seconds.',
  ],
  [
    'a rule only the server knows',
    {
      status: 400,
      body: { error: 'Password should not contain your name', code: 'password-not-allowed' },
    },
    'Password should not contain your name',
  ],
  [
    'a password that is too common',
    {
      status: 400,
      body: {
        error: 'This password is too common. Choose one that’s harder to guess.',
        code: 'password-not-allowed',
      },
    },
    'This password is too common. Choose one that’s harder to guess.',
  ],
])(
  'the reset fails with %s: says so and keeps the password (§8)',
  async (_, response, sentence) => {
    const { user } = start({ reset: () => response });

    await choosePassword(user);

    expect((await screen.findByRole('alert')).textContent).toContain(sentence);
    expect(field('New password').value).toBe('Quiet!Harbor9');
    expect(button(/Reset/).textContent).toBe('Reset Password');
  },
);

test('Back returns to the previous view and keeps input; no second request is made for the same account', async () => {
  const { api, user } = start();
  await enterCodes(user);
  await user.type(field('New password'), 'Quiet');

  await browser(user, 'back');
  expect(field('Email Code').value).toBe('481206');
  await browser(user, 'back');
  expect(field('Email').value).toBe('alice@kax.test');
  await browser(user, 'forward');
  await browser(user, 'forward');
  expect(field('New password').value).toBe('Quiet');

  await browser(user, 'back');
  await browser(user, 'back');
  await user.click(button(/Verify/));
  expect(field('Email Code').value).toBe('481206');
  expect(api.seen).toHaveLength(1);
});

test('another account gets its own codes', async () => {
  const { api, user } = start();
  await enterCodes(user);
  await browser(user, 'back');
  await browser(user, 'back');

  await user.clear(field('Email'));
  await user.type(field('Email'), 'bob@kax.test');
  await user.click(button(/Verify/));

  expect((await screen.findByLabelText<HTMLInputElement>('Email Code')).value).toBe('');
  expect(api.seen.map(({ body }) => body)).toEqual([
    { email: 'alice@kax.test' },
    { email: 'bob@kax.test' },
  ]);
});

test.each(['codes', 'password'])('a reload in the %s view starts over without an error', (view) => {
  start({ entries: [{ pathname: '/forgot-password', state: { view } }] });

  expect(title()).toBe('Forgot your password?');
});

test("'Resend' sends new codes and clears the old ones (§2 Forgot password)", async () => {
  const responses: FakeResponse[] = [
    { body: { success: true, message: '', resendAfter: 0, phoneCode: 'sent' } },
    sent,
  ];
  const { api, user } = start({ send: () => responses.shift() ?? sent });
  await requestCodes(user);
  await user.type(field('Email Code'), '481206');

  await user.click(button(/Resend/));

  expect(await screen.findByText(/We sent new codes/)).toBeTruthy();
  expect(field('Email Code').value).toBe('');
  expect(api.seen).toHaveLength(2);
});

describe('while the text message waits for the code of the email', () => {
  const EMAIL_CODE = '4812067731';

  test('the code of the email leads to the text, and both of ten digits to the new password', async () => {
    const { api, user } = start({ send: () => emailOnly });
    await requestCodes(user);
    expect(document.body.textContent).toContain(
      'Many codes are being requested right now, so we sent only the email.',
    );
    expect(screen.queryByRole('button', { name: 'Text me the code' })).toBeNull();

    await user.type(field('Email Code'), EMAIL_CODE);
    await user.click(button(/Text me the code/));
    expect(await screen.findByText('We texted you the other code.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Text me the code' })).toBeNull();
    await user.type(field('Phone Code'), '7300019922');
    await user.click(button(/Verify/));
    expect(title()).toBe('Choose a new password');
    expect(api.seen[1]?.body).toEqual({ email: 'alice@kax.test', emailOTP: EMAIL_CODE });
  });

  test('six digits are not enough', async () => {
    const { user } = start({ send: () => emailOnly });
    await requestCodes(user);
    await user.type(field('Email Code'), '481206{Enter}');
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
      'Enter the ten digits from the email.',
      'Enter the ten digits from the text message.',
    ]);
  });

  test.each<[string, FakeResponse, string]>([
    ['a wrong code', wrong, 'This code is incorrect. Check the newest email.'],
    [
      'no texts today',
      unavailable,
      'We can’t send texts right now. Try again in a few hours, or sign in with your password.',
    ],
    ['no response', 'no response', 'An error occurred. Please try again.'],
  ])('%s says so, keeps the code and can be tried again', async (_, response, sentence) => {
    const responses = [response, texted];
    const { user } = start({ send: () => emailOnly, text: () => responses.shift() ?? texted });
    await requestCodes(user);
    await user.type(field('Email Code'), EMAIL_CODE);
    await user.click(button(/Text me the code/));
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(field('Email Code').value).toBe(EMAIL_CODE);
    await user.click(button(/Text me the code/));
    expect(await screen.findByText('We texted you the other code.')).toBeTruthy();
  });

  test('a double click requests one text', async () => {
    const { api, user } = start({ send: () => emailOnly });
    await requestCodes(user);
    await user.type(field('Email Code'), EMAIL_CODE);
    await user.dblClick(button(/Text me the code/));
    await screen.findByText('We texted you the other code.');
    expect(api.seen).toHaveLength(2);
  });
});

test('when no texts can be sent it says so, and what to do, instead of promising codes', async () => {
  const { user } = start({ send: () => unavailable });
  await user.type(field('Email'), 'alice@kax.test');
  await user.click(button(/Verify/));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'We can’t send texts right now. Try again in a few hours, or sign in with your password.',
  );
  expect(title()).toBe('Forgot your password?');
});

test('after five wrong pairs it says that the codes no longer work, and sends new ones', async () => {
  const soon = { body: { success: true, message: '', resendAfter: 0, phoneCode: 'sent' } };
  const { user } = start({ reset: () => wrong, send: () => soon });
  await choosePassword(user);
  for (let attempt = 1; attempt < 5; attempt += 1) {
    await screen.findByRole('alert');
    expect(field('Email Code').getAttribute('aria-invalid')).toBe('true');
    await user.click(button(/Verify/));
    await user.click(button(/Reset/));
  }
  expect(await screen.findByText('These codes no longer work')).toBeTruthy();
  expect(document.body.textContent).toContain('Your account isn’t locked.');
  await user.click(button(/Send new codes/));
  expect(await screen.findByText(/We sent new codes/)).toBeTruthy();
  expect(field('Email Code').value).toBe('');
});

test("every view has 'Back to Sign In' to /login (§2 Forgot password)", async () => {
  const { user } = start();
  const back = () => screen.getByRole('link', { name: 'Back to Sign In' }).getAttribute('href');

  expect(back()).toBe('/login');
  await requestCodes(user);
  expect(back()).toBe('/login');
  await user.type(field('Email Code'), '481206');
  await user.type(field('Phone Code'), '730001');
  await user.click(button(/Verify/));
  expect(back()).toBe('/login');
  expect(title()).toBe('Choose a new password');
});
