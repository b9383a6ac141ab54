import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildUser } from '#testing/user';
import PushMessages from '../features/settings/notifications/push-messages.tsx';
import { FakePush } from '../lib/push/fake-push.test-setup.ts';
import { followStoredSession, signOutLocally } from '../state/auth-session.ts';
import { rememberPush, wantsPush } from '../state/push-choice.ts';
import { readSettings } from '../state/settings.ts';
import { button, KEY, ON, push, startNotifications } from './notifications.test-setup.tsx';
import { currentPath, signInBeforeEachPage, startPage } from './protected-page.test-setup.tsx';
import { refused } from './settings.test-setup.tsx';

const USER = buildUser().id;
let browser: FakePush;

signInBeforeEachPage();
beforeEach(() => {
  readSettings();
  browser = new FakePush().install();
});
afterEach(() => browser.remove());

const says = (text: RegExp) => screen.findByText(text);
const endpoints = (api: ReturnType<typeof startNotifications>['api']) =>
  api.seen
    .filter(({ method, path }) => `${method} ${path}` === ON)
    .map(({ body }) => (body as { endpoint: string }).endpoint);

describe('turning on', () => {
  test('asks for permission only when Turn on is pressed, and then subscribes', async () => {
    const { api, user } = startNotifications();
    await says(/Push is off on this browser/);
    expect([browser.requests, browser.registered]).toEqual([0, []]);
    await user.click(await button('Turn on'));
    expect(await says(/Push is on for this browser/)).toBeDefined();
    expect(screen.getByText(/say only that something is new, never what/)).toBeDefined();
    expect([browser.requests, browser.registered]).toEqual([1, ['/sw.js']]);
    expect(endpoints(api)).toEqual(['https://push.example/1']);
    expect(wantsPush(USER)).toBe(true);
  });

  test('is each user’s own choice: another user of the browser gets none', async () => {
    rememberPush('0190a1b2-0000-7000-8000-00000000000b', true);
    browser.permission = 'granted';
    const { api } = startNotifications();
    expect(await says(/Push is off on this browser/)).toBeDefined();
    expect([browser.endpoint, endpoints(api)]).toEqual([null, []]);
  });

  test('says how to allow what the user blocked, and sends nothing', async () => {
    browser.choice = 'denied';
    const { api, user } = startNotifications();
    await user.click(await button('Turn on'));
    expect(await says(/You blocked notifications from Kax/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull();
    expect(endpoints(api)).toEqual([]);
  });

  test('stays off when the browser’s prompt is closed without a choice', async () => {
    browser.choice = 'default';
    const { user } = startNotifications();
    await user.click(await button('Turn on'));
    expect(await says(/Your browser needs your permission first/)).toBeDefined();
    expect(await button('Turn on')).toBeDefined();
  });

  test('stays off when the browser can’t reach its push service', async () => {
    browser.isReachable = false;
    const { user } = startNotifications();
    await user.click(await button('Turn on'));
    expect(await says(/Your browser couldn’t turn on notifications/)).toBeDefined();
    expect(wantsPush(USER)).toBe(false);
  });

  test('leaves no subscription behind when the server refuses it', async () => {
    const message = 'This browser can’t get notifications from Kax.';
    const { user } = startNotifications({
      [ON]: () => refused(409, 'push-not-available', message),
    });
    await user.click(await button('Turn on'));
    expect(await says(/Push is still off\. This browser can’t get/)).toBeDefined();
    expect([browser.endpoint, wantsPush(USER)]).toEqual([null, false]);
  });
});

describe('while it is on', () => {
  beforeEach(() => {
    browser.subscribeWith(KEY);
    rememberPush(USER, true);
  });
  const isOn = { 'GET /api/auth/push': () => push(true) };

  test('a test has the service worker show the next message although Kax is open', async () => {
    const { api, user } = startNotifications(isOn);
    await user.click(await button('Send a test'));
    expect(await says(/Test sent/)).toBeDefined();
    expect(browser.toWorker).toEqual(['expect-test']);
    expect(endpoints(api)).toEqual([]);
  });

  test.each([
    ['the browser’s maker refused', () => ({ body: { data: { isSent: false } } })],
    ['the server doesn’t know it', () => refused(409, 'push-not-available', 'No.')],
  ])('a test that %s offers to turn it on again', async (_, response) => {
    const { user } = startNotifications({ ...isOn, 'POST /api/auth/push/test': response });
    await user.click(await button('Send a test'));
    expect(await says(/Push stopped working on this browser/)).toBeDefined();
    await user.click(await button('Turn on again'));
    expect(await says(/Push is on for this browser/)).toBeDefined();
  });

  test('Turn off ends the subscription and closes what is shown', async () => {
    browser.shown = 2;
    const { user } = startNotifications(isOn);
    await user.click(await button('Turn off'));
    expect(await button('Turn on')).toBeDefined();
    expect([browser.endpoint, browser.shown, wantsPush(USER)]).toEqual([null, 0, false]);
  });

  test('it stays on when the server doesn’t respond to Turn off', async () => {
    const { user } = startNotifications({
      ...isOn,
      'POST /api/auth/push/off': () => 'no response',
    });
    await user.click(await button('Turn off'));
    expect(await says(/Push is still on\./)).toBeDefined();
    expect(browser.endpoint).toBe('https://push.example/earlier');
  });

  test('a permission that was taken away is named', async () => {
    browser.permission = 'denied';
    startNotifications(isOn);
    expect(await says(/You blocked notifications from Kax/)).toBeDefined();
  });

  test('signing out ends the subscription, closes what is shown and keeps the choice for this browser', async () => {
    browser.shown = 1;
    startNotifications(isOn);
    await button('Turn off');
    act(() => signOutLocally());
    await waitFor(() => expect([browser.endpoint, browser.shown]).toEqual([null, 0]));
    expect(wantsPush(USER)).toBe(true);
  });

  test('a session that another tab ended, or that this one only finds ended, ends it too', async () => {
    browser.shown = 1;
    startNotifications(isOn);
    await button('Turn off');
    const stop = followStoredSession();
    localStorage.removeItem('access_token');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' })));
    await waitFor(() => expect([browser.endpoint, browser.shown]).toEqual([null, 0]));
    stop();
  });
});

describe('what this browser can’t do', () => {
  test('without push, it says so and that inbox and emails work', async () => {
    browser.remove();
    startNotifications();
    expect(await says(/It can’t get push messages/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull();
  });

  test('on iPhone and iPad it asks to add Kax to the Home Screen', async () => {
    browser.remove();
    Object.defineProperty(navigator, 'standalone', { configurable: true, value: false });
    startNotifications();
    expect(await says(/Add Kax to your Home Screen first/)).toBeDefined();
    Reflect.deleteProperty(navigator, 'standalone');
  });

  test('where the server has no key, it says that push isn’t set up', async () => {
    startNotifications({ 'GET /api/auth/push': () => push(false, null) });
    expect(await says(/Push isn’t set up on this server/)).toBeDefined();
  });

  test('what failed to load can be checked again', async () => {
    let isUp = false;
    const { user } = startNotifications({
      'GET /api/auth/push': () => (isUp ? push(false) : 'no response'),
    });
    expect(await says(/Couldn’t check whether push is on/)).toBeDefined();
    isUp = true;
    await user.click(await button('Try again'));
    expect(await button('Turn on')).toBeDefined();
  });
});

describe('on every page', () => {
  const start = (isOn: boolean) =>
    startPage(<PushMessages />, '/contacts', {
      'GET /api/auth/push': () => push(isOn),
      [ON]: () => push(true),
    });

  test('after signing in again the browser is subscribed again, without a prompt', async () => {
    browser.subscribeWith(KEY);
    const { api } = start(false);
    await waitFor(() => expect(endpoints(api)).toEqual(['https://push.example/1']));
    expect(browser.requests).toBe(0);
  });

  test('a subscription with an earlier key of the server is replaced', async () => {
    browser.subscribeWith(Buffer.alloc(65, 7).toString('base64url'));
    const { api } = start(true);
    await waitFor(() => expect(endpoints(api)).toEqual(['https://push.example/1']));
  });

  test('one that works is left alone', async () => {
    browser.subscribeWith(KEY);
    const { api } = start(true);
    await waitFor(() => expect(api.seen).toHaveLength(1));
    expect(browser.endpoint).toBe('https://push.example/earlier');
  });

  test('one that the browser replaced is sent to the server', async () => {
    browser.subscribeWith(KEY);
    const { api } = start(true);
    await waitFor(() => expect(api.seen).toHaveLength(1));
    browser.endpoint = null;
    browser.say('resume-push');
    await waitFor(() => expect(endpoints(api)).toEqual(['https://push.example/1']));
  });

  test('a clicked notification opens the inbox', async () => {
    browser.subscribeWith(KEY);
    start(true);
    act(() => browser.say('open-inbox'));
    await waitFor(() => expect(currentPath()).toBe('/dashboard/inbox'));
  });
});
