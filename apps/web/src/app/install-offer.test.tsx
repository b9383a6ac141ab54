import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildUser } from '#testing/user';
import { InstallRow } from '../features/install/install-row.tsx';
import { MemoryRouter } from '../lib/navigation/navigation.tsx';
import { signOutLocally, storeSignIn } from '../state/auth-session.ts';
import { expectWelcome } from '../state/first-steps.ts';
import { rememberPayment } from '../state/install-offer.ts';
import { readSettings } from '../state/settings.ts';
import InstallOffer from './install-offer.tsx';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = new Date('2026-03-02T12:00:00');
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1';

let now = START.getTime();
let standalone = false;
let agent = 'Chrome';
const accept = vi.fn(async () => undefined);
let outcome: 'accepted' | 'dismissed' = 'accepted';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  now = START.getTime();
  standalone = false;
  agent = 'Chrome';
  outcome = 'accepted';
  vi.useFakeTimers({ shouldAdvanceTime: true, now });
  vi.stubGlobal('matchMedia', () => ({ matches: standalone }));
  vi.spyOn(navigator, 'userAgent', 'get').mockImplementation(() => agent);
  readSettings();
  storeSignIn({ user: buildUser(), accessToken: 'access-1', refreshToken: 'refresh-1' });
});
afterEach(() => {
  // The page forgets the prompt, as a new one would.
  act(() => {
    window.dispatchEvent(new Event('appinstalled'));
  });
  cleanup();
  act(() => signOutLocally());
  localStorage.clear();
  readSettings();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A tab of its own, some time later. */
function visit(afterMs: number, { at = '/dashboard', beside = <p>Wallet</p> } = {}) {
  cleanup();
  now += afterMs;
  vi.setSystemTime(now);
  sessionStorage.clear();
  act(readSettings);
  render(
    <MemoryRouter initialEntries={[at]}>
      {beside}
      <InstallOffer />
    </MemoryRouter>,
  );
}

function giveBrowserPrompt() {
  const prompt = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: accept,
    userChoice: Promise.resolve({ outcome }),
  });
  act(() => {
    window.dispatchEvent(prompt);
  });
}

const offer = () => screen.queryByRole('dialog', { name: 'Add Kax to this device' });
const settle = () => act(() => vi.advanceTimersByTimeAsync(2_500));

async function expectOffer(isOffered: boolean) {
  giveBrowserPrompt();
  await settle();
  expect(offer() !== null).toBe(isOffered);
}

const press = async (name: string) => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await user.click(screen.getByRole('button', { name }));
  await settle();
};

test('the second visit offers to install Kax, and the first one doesn’t', async () => {
  visit(0);
  await expectOffer(false);
  visit(30 * MINUTE);
  await expectOffer(true);
});

test('another tab within half an hour is the same visit, and a reload always is', async () => {
  visit(0);
  visit(29 * MINUTE);
  await expectOffer(false);
  cleanup();
  vi.setSystemTime(now + DAY);
  render(
    <MemoryRouter initialEntries={['/dashboard']}>
      <InstallOffer />
    </MemoryRouter>,
  );
  await expectOffer(false);
});

test('a session on another day is another visit, however soon', async () => {
  visit(11 * 60 * MINUTE + 50 * MINUTE);
  visit(20 * MINUTE);
  await expectOffer(true);
});

test('the first payment that succeeds makes the offer in the first visit', async () => {
  visit(0);
  await expectOffer(false);
  act(rememberPayment);
  await settle();
  expect(offer()).not.toBeNull();
});

test.each(['Not now', 'Close', 'Escape'])('%s waits for 30 days', async (method) => {
  visit(0);
  visit(DAY);
  await expectOffer(true);
  if (method === 'Escape') {
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    act(() => screen.getByRole('button', { name: 'Close' }).focus());
    await user.keyboard('{Escape}');
    await settle();
  } else await press(method);
  expect(offer()).toBeNull();
  visit(30 * DAY - MINUTE);
  await expectOffer(false);
  visit(31 * MINUTE);
  await expectOffer(true);
});

test('Install Kax shows the browser’s prompt, and an installed Kax is never offered again', async () => {
  visit(0);
  visit(DAY);
  await expectOffer(true);
  accept.mockClear();
  await press('Install Kax');
  expect(accept).toHaveBeenCalledOnce();
  act(() => {
    window.dispatchEvent(new Event('appinstalled'));
  });
  visit(90 * DAY);
  await expectOffer(false);
});

test('a prompt that the user dismisses waits for 30 days too', async () => {
  outcome = 'dismissed';
  visit(0);
  visit(DAY);
  await expectOffer(true);
  await press('Install Kax');
  visit(29 * DAY);
  await expectOffer(false);
});

test('Safari on iOS has no prompt, so the offer has its steps', async () => {
  agent = IPHONE;
  visit(0);
  visit(DAY);
  await settle();
  expect(offer()?.textContent).toContain('Tap Share, then Add to Home Screen.');
  expect(screen.queryByRole('button', { name: 'Install Kax' })).toBeNull();
});

test('nothing is offered in the installed app, or where the browser can’t install', async () => {
  visit(0);
  visit(DAY);
  await settle();
  expect(offer()).toBeNull();
  standalone = true;
  agent = IPHONE;
  visit(DAY);
  await expectOffer(false);
});

test.each([
  ['an open modal', '/dashboard?do=send', <p key="1">Wallet</p>],
  ['another page', '/contacts', <p key="1">Contacts</p>],
  [
    'a dialog',
    '/dashboard',
    <dialog key="1" open>
      Menu
    </dialog>,
  ],
])('nothing is offered over %s', async (_, at, beside) => {
  visit(0);
  visit(DAY, { at, beside });
  await expectOffer(false);
});

test('nothing is offered to a new user before the welcome', async () => {
  visit(0);
  act(() => expectWelcome(buildUser().id));
  visit(DAY);
  await expectOffer(false);
});

test('Settings install Kax at any time, and have no row where the browser can’t', async () => {
  render(
    <MemoryRouter initialEntries={['/dashboard/settings']}>
      <InstallRow />
      <InstallOffer />
    </MemoryRouter>,
  );
  expect(screen.queryByText('Install Kax')).toBeNull();
  giveBrowserPrompt();
  await press('Install');
  await waitFor(() => expect(offer()).not.toBeNull());
});
