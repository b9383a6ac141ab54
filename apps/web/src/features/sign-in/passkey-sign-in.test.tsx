import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeApi, type FakeResponse } from '#testing/fake-api';
import { buildSignedInResponse } from '#testing/signed-in-response';
import { buildUser } from '#testing/user';
import {
  FAKE_ASSERTION,
  FAKE_SECRET,
  installAuthenticator,
  type PromptOutcome,
} from '../../lib/fake-authenticator.test-setup.ts';
import { MemoryRouter } from '../../lib/navigation/navigation.tsx';
import { Route, Routes } from '../../lib/navigation/routes.tsx';
import Login from '../../routes/login.tsx';
import { signOutLocally, useAuthSession } from '../../state/auth-session.ts';
import { useToasts } from '../../state/toast.ts';

const CHALLENGE = 'POST /api/auth/passkey-sign-in/challenge';
const SIGN_IN = 'POST /api/auth/passkey-sign-in';
const LABEL = 'Sign in with a passkey';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  act(() => signOutLocally({ isByChoice: false }));
  vi.unstubAllGlobals();
});

function Status() {
  const { status } = useAuthSession();
  return <output>{[status, ...useToasts().map(({ text }) => text)].join(' ')}</output>;
}

function start(prompts: readonly PromptOutcome[] | null, signedIn?: FakeResponse) {
  const shown = prompts === null ? [] : installAuthenticator(prompts);
  const challenge = { challenge: 'Y2hhbGxlbmdl', rpId: 'localhost', prfSalt: 'c2FsdA' };
  const api = createFakeApi({
    [CHALLENGE]: () => ({ body: challenge }),
    [SIGN_IN]: () => signedIn ?? { body: buildSignedInResponse(buildUser({ name: 'Alice' })) },
  });
  vi.stubGlobal('fetch', api.fetch);
  render(
    <MemoryRouter initialEntries={['/login']}>
      <Routes>
        <Route path="/login" element={<Login />} />
      </Routes>
      <Status />
    </MemoryRouter>,
  );
  return { api, user: userEvent.setup(), prompts: shown };
}

const press = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: LABEL }));

describe('sign-in with a passkey', () => {
  it('is below the form, whose fields and button stay first', () => {
    start([]);
    const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent);
    expect(buttons.filter(Boolean)).toEqual(['Sign In', LABEL]);
  });

  it('is not offered where the browser has no passkeys', () => {
    start(null);
    expect(screen.queryByRole('button', { name: LABEL })).toBeNull();
  });

  it('signs in without an email or a password: stores user and tokens, and welcomes', async () => {
    const { api, user, prompts } = start(['confirmed with secret']);

    await press(user);

    expect(await screen.findByText('signed-in Hello! Alice, Welcome back!')).toBeTruthy();
    expect(prompts[0]?.publicKey).toMatchObject({ allowCredentials: [], rpId: 'localhost' });
    expect(api.seen[1]?.body).toEqual({ assertion: FAKE_ASSERTION, secret: FAKE_SECRET });
    expect(localStorage.getItem('access_token')).toBe('access-1');
    expect(localStorage.getItem('refresh_token')).toBe('refresh-1');
  });

  it('says that a passkey without a secret only approves, and sends nothing', async () => {
    const { api, user } = start(['confirmed']);

    await press(user);

    expect((await screen.findByRole('alert')).textContent).toBe(
      'This passkey can approve payments but can’t sign in. Use your password.',
    );
    expect(api.seen).toHaveLength(1);
  });

  it('says that the prompt was closed, and can be tried again', async () => {
    const { user, prompts } = start(['closed', 'confirmed with secret']);

    await press(user);
    expect((await screen.findByRole('alert')).textContent).toContain('was closed or timed out');
    await press(user);

    expect(await screen.findByText(/^signed-in/)).toBeTruthy();
    expect(prompts).toHaveLength(2);
  });

  it('shows the server’s sentence about a passkey that it doesn’t know', async () => {
    const error = 'Kax doesn’t know this passkey. Sign in with your password.';
    const refusal = { status: 401, body: { error, code: 'passkey-unknown' } };
    const { user } = start(['confirmed with secret'], refusal);

    await press(user);

    expect((await screen.findByRole('alert')).textContent).toBe(error);
    expect(localStorage.getItem('access_token')).toBeNull();
  });

  it('opens one prompt, however often it is pressed, and closes it with the page', async () => {
    const { api, user, prompts } = start(['open']);

    await press(user);
    await user.click(await screen.findByRole('button', { name: 'Waiting for your passkey...' }));
    await user.type(screen.getByLabelText('Password'), 'Piggy!Bank7{Enter}');
    await vi.waitFor(() => expect(prompts).toHaveLength(1));
    cleanup();

    expect(api.seen).toHaveLength(1);
    expect(prompts[0]?.signal?.aborted).toBe(true);
  });
});
