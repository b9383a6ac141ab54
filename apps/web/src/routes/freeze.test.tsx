import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeApi, type FakeResponse } from '#testing/fake-api';
import { buildUser } from '#testing/user';
import { MemoryRouter } from '../lib/navigation/navigation.tsx';
import { Route, Routes } from '../lib/navigation/routes.tsx';
import { signOutLocally, storeSignIn } from '../state/auth-session.ts';
import Freeze from './freeze.tsx';

const FREEZE = 'POST /api/auth/freeze-by-link';
const frozen: FakeResponse = { body: { frozenAt: '2026-01-02T03:04:05.000Z' } };
const expired: FakeResponse = {
  status: 404,
  body: {
    error: 'This link has expired. Sign in and freeze your account under “Security”.',
    code: 'link-not-valid',
  },
};

beforeEach(() => {
  localStorage.clear();
  act(() => signOutLocally({ isByChoice: false }));
});
afterEach(() => {
  cleanup();
  act(() => signOutLocally({ isByChoice: false }));
  vi.unstubAllGlobals();
});

function start(respond: () => FakeResponse | Promise<FakeResponse>) {
  const api = createFakeApi({ [FREEZE]: respond });
  vi.stubGlobal('fetch', api.fetch);
  render(
    <MemoryRouter initialEntries={['/freeze/t0ken.of-alice']}>
      <Routes>
        <Route path="/freeze/:token" element={<Freeze />} />
      </Routes>
    </MemoryRouter>,
  );
  return { api, user: userEvent.setup() };
}

const freeze = () => screen.getByRole('button', { name: 'Freeze my account' });

describe('/freeze/:token', () => {
  it('freezes nothing before its button is pressed', () => {
    const { api } = start(() => frozen);

    expect(freeze()).toBeTruthy();
    expect(api.seen).toEqual([]);
  });

  it('freezes with the token of the link, which goes nowhere else', async () => {
    const { api, user } = start(() => frozen);

    await user.click(freeze());

    const title = await screen.findByRole('heading', { name: 'Your account is frozen' });
    expect(document.activeElement).toBe(title);
    expect(api.seen.map(({ path, body }) => [path, body])).toEqual([
      ['/api/auth/freeze-by-link', { token: 't0ken.of-alice' }],
    ]);
    expect(JSON.stringify({ ...localStorage })).not.toContain('t0ken');
    expect(screen.getByRole('link').getAttribute('href')).toBe('/login');
  });

  it('leads a signed-in visitor to the security page', async () => {
    act(() => {
      storeSignIn({ user: buildUser(), accessToken: 'access-1', refreshToken: 'refresh-1' });
    });
    const { user } = start(() => frozen);

    await user.click(freeze());

    const link = await screen.findByRole('link', { name: 'Open Security' });
    expect(link.getAttribute('href')).toBe('/dashboard/settings/security');
  });

  it('says when the link has expired, and that nothing is frozen', async () => {
    const { user } = start(() => expired);

    await user.click(freeze());

    expect(await screen.findByRole('heading', { name: 'Your account isn’t frozen' })).toBeTruthy();
    expect(screen.getByText(/This link has expired\./)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('can be tried again after a lost response', async () => {
    let responses: FakeResponse[] = ['no response', frozen];
    const { user } = start(() => {
      const [first = frozen, ...rest] = responses;
      responses = rest;
      return first;
    });

    await user.click(freeze());
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Your account isn’t frozen yet. We couldn’t reach Kax. Check your connection and try again.',
    );
    await user.click(freeze());

    expect(await screen.findByRole('heading', { name: 'Your account is frozen' })).toBeTruthy();
  });

  it('sends one request, however often it is pressed', async () => {
    let respond = (_: FakeResponse) => {};
    const response = new Promise<FakeResponse>((resolve) => {
      respond = resolve;
    });
    const { api } = start(() => response);
    const button = freeze();

    act(() => {
      button.click();
      button.click();
    });
    respond(frozen);

    await screen.findByRole('heading', { name: 'Your account is frozen' });
    expect(api.seen).toHaveLength(1);
  });
});
