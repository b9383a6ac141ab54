import { beforeEach, expect, it, vi } from 'vitest';
import { handlePushEvents, INBOX } from './handle-push-events.ts';

/** An open window of Kax, and what it got. */
function buildWindow(path: string, focused = false) {
  return { url: `https://wallet.example${path}`, focused, postMessage: vi.fn(), focus: vi.fn() };
}

const listeners = new Map<string, (event: object) => void>();
const shown = vi.fn(async () => undefined);
const openWindow = vi.fn(async () => null);
const unsubscribe = vi.fn(async () => true);
let windows: ReturnType<typeof buildWindow>[] = [];
const matchAll = vi.fn(async () => windows);

const kept = new Map<string, Response>();
const cache = {
  put: async (path: string, response: Response) => void kept.set(path, response),
  match: async (path: string) => kept.get(path)?.clone(),
};

const scope = {
  caches: { open: async () => cache },
  addEventListener: (type: string, listener: (event: object) => void) =>
    listeners.set(type, listener),
  registration: {
    showNotification: shown,
    pushManager: { getSubscription: async () => ({ unsubscribe }) },
  },
  clients: { matchAll, openWindow },
};

async function send(type: string, event: object = {}): Promise<void> {
  const tasks: unknown[] = [];
  listeners.get(type)?.({ ...event, waitUntil: (task: unknown) => tasks.push(task) });
  await Promise.all(tasks);
}

beforeEach(() => {
  vi.clearAllMocks();
  vi.useRealTimers();
  windows = [];
  kept.clear();
  handlePushEvents(scope as unknown as Parameters<typeof handlePushEvents>[0]);
});

it('says only that something is new', async () => {
  await send('push', { data: { text: () => 'Bob sent you 40 USDC' } });
  expect(shown.mock.calls).toEqual([
    [
      'Something new in Kax',
      {
        body: 'Open Kax to see what it is.',
        tag: 'kax',
        icon: '/marks/notification-icon.png',
        badge: '/marks/notification-badge.png',
      },
    ],
  ]);
});

it('shows nothing while a window of Kax is focused, which shows it itself', async () => {
  windows = [buildWindow('/dashboard'), buildWindow('/contacts', true)];
  await send('push');
  expect(shown).not.toHaveBeenCalled();
  windows = [buildWindow('/dashboard')];
  await send('push');
  expect(shown).toHaveBeenCalledOnce();
});

it('also looks at windows that opened before it was there', async () => {
  await send('push');
  expect(matchAll).toHaveBeenCalledWith({ type: 'window', includeUncontrolled: true });
});

it('shows the next message of a test although Kax is focused, once and for a minute', async () => {
  windows = [buildWindow('/dashboard/settings/notifications', true)];
  await send('message', { data: 'expect-test' });
  await send('push');
  await send('push');
  expect(shown).toHaveBeenCalledOnce();

  vi.useFakeTimers();
  await send('message', { data: 'expect-test' });
  vi.advanceTimersByTime(60_000);
  await send('push');
  expect(shown).toHaveBeenCalledOnce();
});

it('opens the inbox in the window that is open already', async () => {
  const window = buildWindow('/activity/wallet');
  windows = [window, buildWindow('/dashboard')];
  const close = vi.fn();
  await send('notificationclick', { notification: { close } });
  expect(close).toHaveBeenCalledOnce();
  expect(window.postMessage).toHaveBeenCalledWith('open-inbox');
  expect(window.focus).toHaveBeenCalledOnce();
  expect(openWindow).not.toHaveBeenCalled();
});

it.each([[], ['/privacy.html'], ['/pay/7Q2M-K9XD-4TPA-82WJ'], ['/claim/7Q2M'], ['/login']])(
  'opens a window for the inbox when no open one can show it: %s',
  async (...paths) => {
    windows = paths.map((path) => buildWindow(path));
    await send('notificationclick', { notification: { close: () => undefined } });
    expect(openWindow).toHaveBeenCalledWith(INBOX);
  },
);

it('ends the subscription that replaced one, and has open pages subscribe again', async () => {
  const window = buildWindow('/dashboard');
  windows = [window];
  await send('pushsubscriptionchange');
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(window.postMessage).toHaveBeenCalledWith('resume-push');
});

it.each([
  ['Hay algo nuevo en Kax', 'Abre Kax para ver qué es.'],
  ['هناك جديد في Kax', 'افتح Kax لمعرفة ما هو.'],
])('is in the language of the page that was open last: %s', async (title, body) => {
  await send('message', { data: { notification: { title, body } } });
  await send('push');
  expect(shown).toHaveBeenCalledWith(title, expect.objectContaining({ body }));
});

it.each([{ notification: { title: 'Kax' } }, { notification: 'Kax' }, null])(
  'is in English after a message that has no texts: %j',
  async (data) => {
    await send('message', { data });
    await send('push');
    expect(shown).toHaveBeenCalledWith('Something new in Kax', expect.anything());
  },
);
