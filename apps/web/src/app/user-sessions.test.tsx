import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { FakeResponse } from '#testing/fake-api';
import { buildUserSession } from '#testing/user-session';
import type { UserSession } from '#wire/auth/user-sessions';
import UserSessions from '../routes/user-sessions.tsx';
import { currentPath, signInBeforeEachPage, startPage } from './protected-page.test-setup.tsx';

signInBeforeEachPage();

const current = buildUserSession({
  id: 'session-current',
  device: 'Chrome on macOS',
  isCurrent: true,
  location: { country: 'France', city: null },
});
const phone = buildUserSession({ id: 'session-phone', device: 'Safari on iPhone' });
const pc = buildUserSession({ location: { country: null, city: null } });

const LIST = 'GET /api/auth/user-sessions';
const TERMINATE_PC = 'DELETE /api/auth/terminate-session/session-other';
const TERMINATE_OTHERS = 'DELETE /api/auth/terminate-other-sessions';
const REVOKE_PC = 'DELETE /api/auth/revoke-session/session-other';

const listed = (...sessions: UserSession[]): FakeResponse => ({
  body: { sessions, data: { sessions } },
});
const ended: FakeResponse = { body: { success: true, sessionId: 'session-other' } };
const broken: FakeResponse = {
  status: 500,
  body: { error: 'Something went wrong on our side.', code: 'internal' },
};

function start(responses: Record<string, () => FakeResponse | Promise<FakeResponse>> = {}) {
  return startPage(<UserSessions />, '/user-sessions', {
    [LIST]: () => listed(current, phone, pc),
    ...responses,
  });
}

const rows = () => within(screen.getByRole('list', { name: 'Sessions' })).getAllByRole('listitem');
const row = async (device: string) => {
  const item = (await screen.findByText(device)).closest('li');
  return within(item ?? document.body);
};
const button = (name: string) => screen.getByRole('button', { name });
const confirmation = () => within(screen.getByRole('alertdialog'));

async function terminate(user: ReturnType<typeof start>['user'], device: string) {
  await user.click(await screen.findByRole('button', { name: `Terminate ${device}` }));
  await user.click(confirmation().getByRole('button', { name: 'Terminate' }));
}

async function terminateOthers(user: ReturnType<typeof start>['user']) {
  await screen.findByText('Chrome on macOS');
  await user.click(button('Terminate All Other Sessions'));
  await user.click(confirmation().getByRole('button', { name: 'Terminate All' }));
}

describe('the list', () => {
  test("shows 'Loading sessions...' until it arrives (§2 Active Sessions)", () => {
    start({ [LIST]: () => new Promise(() => {}) });
    expect(screen.getByText('Loading sessions...')).toBeDefined();
    expect(button('Terminate All Other Sessions')).toHaveProperty('disabled', true);
  });

  test("marks the current one as 'Current Session', and only the others can be terminated (§2)", async () => {
    start();
    const here = await row('Chrome on macOS');
    expect(here.getByText('Current Session')).toBeDefined();
    expect(here.getByText('Active now')).toBeDefined();
    expect(here.queryByRole('button')).toBeNull();
    const there = await row('Safari on iPhone');
    expect(there.queryByText('Current Session')).toBeNull();
    expect(there.getByRole('button', { name: 'Terminate Safari on iPhone' })).toBeDefined();
  });

  test("shows place, address and times; an unknown location is 'Unknown location' (§3 Session)", async () => {
    start();
    const there = await row('Safari on iPhone');
    expect(there.getByText('Lisbon, Portugal')).toBeDefined();
    expect(there.getByText('188.251.40.3')).toBeDefined();
    expect(there.getByText(/^Active \d+ d ago$/)).toBeDefined();
    expect((await row('Chrome on macOS')).getByText('France')).toBeDefined();
    expect((await row('Firefox on Windows')).getByText('Unknown location')).toBeDefined();
  });

  test('says of each session whether it is tied to its device, and what it means when one is not', async () => {
    start({ [LIST]: () => listed(current, { ...phone, isDeviceBound: false }) });
    expect((await row('Chrome on macOS')).getByText('Tied to its device')).toBeDefined();
    expect((await row('Safari on iPhone')).getByText('Not tied to a device')).toBeDefined();
    expect(screen.getByText(/works for anyone who copies it, so it ends sooner/)).toBeDefined();
  });

  test('explains nothing when all are tied', async () => {
    start();
    await row('Chrome on macOS');
    expect(screen.queryByText(/works for anyone who copies it/)).toBeNull();
  });

  test("shows 'No active sessions found' when empty (§2)", async () => {
    start({ [LIST]: () => listed() });
    expect(await screen.findByText('No active sessions found')).toBeDefined();
  });

  test('with no other session there is nothing to terminate', async () => {
    start({ [LIST]: () => listed(current) });
    await screen.findByText('Chrome on macOS');
    expect(button('Terminate All Other Sessions')).toHaveProperty('disabled', true);
  });

  test('says so when it fails to load and offers to try again', async () => {
    let response: FakeResponse = broken;
    const { user } = start({ [LIST]: () => response });
    expect(await screen.findByText('Failed to refresh sessions. Please try again.')).toBeDefined();
    response = listed(current);
    await user.click(button('Try again'));
    expect(await screen.findByText('Chrome on macOS')).toBeDefined();
  });
});

describe("'Refresh Sessions'", () => {
  test('replaces the list (§4 Session list)', async () => {
    let response = listed(current, pc);
    const { user } = start({ [LIST]: () => response });
    await screen.findByText('Firefox on Windows');
    response = listed(current, phone);
    await user.click(button('Refresh Sessions'));
    expect(await screen.findByText('Safari on iPhone')).toBeDefined();
    expect(rows()).toHaveLength(2);
  });

  test.each([
    ['a refusal', broken, 'Failed to refresh sessions. Please try again.'],
    ['no response', 'no response', 'An error occurred while refreshing sessions.'],
  ] as const)(
    'after %s the list stays, with the message of §8 above it',
    async (_, failure, sentence) => {
      let response: FakeResponse = listed(current, pc);
      const { user } = start({ [LIST]: () => response });
      await screen.findByText('Firefox on Windows');
      response = failure;
      await user.click(button('Refresh Sessions'));
      expect((await screen.findByRole('alert')).textContent).toBe(sentence);
      expect(rows()).toHaveLength(2);
    },
  );
});

describe("'Terminate'", () => {
  test('requires confirmation, and Close changes nothing', async () => {
    const { api, user } = start();
    await user.click(await screen.findByRole('button', { name: 'Terminate Safari on iPhone' }));
    expect(
      confirmation().getByText(/^We’ll sign out Safari on iPhone in Lisbon, Portugal/),
    ).toBeDefined();
    await user.click(confirmation().getByRole('button', { name: 'Close' }));
    expect(rows()).toHaveLength(3);
    expect(api.seen.filter(({ method }) => method === 'DELETE')).toHaveLength(0);
  });

  test('removes the session from the list (§4 Session list)', async () => {
    const { user } = start({ [TERMINATE_PC]: () => ended });
    await terminate(user, 'Firefox on Windows');
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(screen.queryByText('Firefox on Windows')).toBeNull();
  });

  test('is busy while in progress and ignores a second press', async () => {
    let respond = (_: FakeResponse) => {};
    const { api, user } = start({
      [TERMINATE_PC]: () =>
        new Promise((resolve) => {
          respond = resolve;
        }),
    });
    await terminate(user, 'Firefox on Windows');
    const busy = await screen.findByRole('button', { name: 'Terminating...' });
    await user.click(busy);
    await act(async () => respond(ended));
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(api.seen.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  test('a session that ended in the meantime just disappears from the list', async () => {
    const gone = {
      status: 404,
      body: { error: 'This session no longer exists.', code: 'unknown-session' },
    };
    const { user } = start({ [TERMINATE_PC]: () => gone });
    await terminate(user, 'Firefox on Windows');
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([
    ["the server's sentence", broken, 'Something went wrong on our side.'],
    [
      "'Failed to terminate session' when there is none",
      'no response',
      'Failed to terminate session',
    ],
  ] as const)('a failure shows %s, and the session stays (§8)', async (_, failure, sentence) => {
    const { user } = start({ [TERMINATE_PC]: () => failure });
    await terminate(user, 'Firefox on Windows');
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
    expect(rows()).toHaveLength(3);
  });

  test('an unrecognized device is revoked, and the user is sent to change the password', async () => {
    const { api, user } = start({ [REVOKE_PC]: () => ended });
    await user.click(await screen.findByRole('button', { name: 'Terminate Firefox on Windows' }));
    await user.click(button('Terminate it and change my password'));
    await waitFor(() => expect(currentPath()).toBe('/reset-password'));
    expect(api.seen.at(-1)).toMatchObject({
      method: 'DELETE',
      path: '/api/auth/revoke-session/session-other',
    });
  });
});

describe("'Terminate All Other Sessions'", () => {
  test('keeps only the current session, shows success for 2 s, then reloads the list (§4, §9)', async () => {
    let response = listed(current, phone, pc);
    const { api, user } = start({
      [LIST]: () => response,
      [TERMINATE_OTHERS]: () => ({ body: { success: true, message: 'Done', terminated: 2 } }),
    });
    await screen.findByText('Chrome on macOS');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await terminateOthers(user);
    const sentence = 'All other sessions have been terminated successfully!';
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(rows()).toHaveLength(1);
    const reads = () => api.seen.filter(({ method }) => method === 'GET').length;
    expect(reads()).toBe(1);
    response = listed(current, phone);
    await act(() => vi.advanceTimersByTimeAsync(1_500));
    expect(screen.queryByText(sentence)).not.toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(600));
    expect(screen.queryByText(sentence)).toBeNull();
    expect(reads()).toBe(2);
    expect(await screen.findByText('Safari on iPhone')).toBeDefined();
  });

  test.each([
    ['a refusal', broken, 'Failed to terminate other sessions. Please try again.'],
    ['no response', 'no response', 'An error occurred while terminating sessions.'],
  ] as const)(
    'after %s every session stays, with the sentence of §8',
    async (_, failure, sentence) => {
      const { user } = start({ [TERMINATE_OTHERS]: () => failure });
      await terminateOthers(user);
      expect((await screen.findByRole('alert')).textContent).toBe(sentence);
      expect(rows()).toHaveLength(3);
    },
  );
});
