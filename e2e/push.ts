import type { APIRequestContext, CDPSession, Page } from '@playwright/test';
import { portOffsets } from '#sandbox/start';
import { RESET } from './messages.ts';
import { expect } from './test.ts';

/** A message as the sandbox's push service got it. */
export interface SentPush {
  readonly endpoint: string;
  readonly bodyBytes: number;
}

const pushService = (baseURL: string) => {
  const { hostname, port } = new URL(baseURL);
  return `http://${hostname}:${Number(port) + portOffsets.messages}/push`;
};

/** @returns the messages that the push service got for an endpoint, oldest first */
export async function pushesTo(
  request: APIRequestContext,
  baseURL: string,
  endpoint: string,
): Promise<readonly SentPush[]> {
  const query = encodeURIComponent(endpoint);
  const response = await request.get(`${pushService(baseURL)}/messages?endpoint=${query}`, RESET);
  const { messages }: { messages: readonly SentPush[] } = await response.json();
  return messages;
}

/** @returns the endpoint of a new subscription at the sandbox’s push service, for this key of the server */
export async function subscribeAtSandbox(
  request: APIRequestContext,
  baseURL: string,
  applicationServerKey: string,
): Promise<string> {
  const url = `${pushService(baseURL)}/subscriptions`;
  const response = await request.post(url, { data: { applicationServerKey } });
  const { endpoint } = await response.json();
  return endpoint;
}

/** Has the push service respond to an endpoint with a status, such as 410 for one that ended. */
export async function respondToPushes(
  request: APIRequestContext,
  endpoint: string,
  status: number | null,
): Promise<void> {
  const { origin, pathname } = new URL(endpoint);
  const id = pathname.split('/').at(-1);
  const response = await request.post(`${origin}/push/subscriptions/${id}`, { data: { status } });
  expect(response.ok()).toBe(true);
}

/**
 * Lets the page's browser subscribe to the sandbox's push service: Chromium itself subscribes only at Google's, and a
 * headless one has no permission to give. The service worker is real.
 * @returns the endpoint that the browser has now; null without a subscription
 */
export async function allowPush(
  page: Page,
  request: APIRequestContext,
  baseURL: string,
): Promise<() => Promise<string | null>> {
  await page.exposeFunction('subscribeAtSandbox', (key: string) =>
    subscribeAtSandbox(request, baseURL, key),
  );
  await page.addInitScript(() => {
    if (location.protocol === 'about:') return;
    const STORED = 'e2e-push';
    const read = () => {
      const stored = localStorage.getItem(STORED);
      if (stored === null) return null;
      const { endpoint, key } = JSON.parse(stored);
      const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
      const applicationServerKey = Uint8Array.from(text, (each) => each.charCodeAt(0)).buffer;
      const unsubscribe = async () => {
        localStorage.removeItem(STORED);
        return true;
      };
      return { endpoint, options: { applicationServerKey }, unsubscribe };
    };
    const fakes = {
      getSubscription: async () => read(),
      subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
        const exposed = window as unknown as {
          subscribeAtSandbox: (key: string) => Promise<string>;
        };
        const endpoint = await exposed.subscribeAtSandbox(key);
        localStorage.setItem(STORED, JSON.stringify({ endpoint, key }));
        return read();
      },
    };
    Object.assign(PushManager.prototype, fakes);
    let permission = localStorage.getItem('e2e-permission') ?? 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => {
      permission = 'granted';
      localStorage.setItem('e2e-permission', permission);
      return 'granted';
    };
  });
  return () =>
    page.evaluate(
      () => JSON.parse(localStorage.getItem('e2e-push') ?? '{"endpoint":null}').endpoint,
    );
}

/** Delivers a push message without content to the service worker, as the browser does. */
export async function deliverPush(page: Page, baseURL: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registrationId = await registrationOf(session);
  const { origin } = new URL(baseURL);
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: '' });
  await session.detach();
}

async function registrationOf(session: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const id = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId;
      if (id !== undefined) resolve(id);
    });
  });
  await session.send('ServiceWorker.enable');
  return found;
}

/**
 * Headless Chromium draws no notifications, so the service worker's own are kept instead.
 * @returns what they say, oldest first
 */
export async function keepNotifications(page: Page): Promise<() => Promise<readonly string[]>> {
  const context = page.context();
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(() => {
    const kept: string[] = [];
    Object.assign(globalThis, { kept });
    Reflect.set(
      Reflect.get(globalThis, 'registration'),
      'showNotification',
      async (title: string, { body }: { body: string }) => {
        kept.push(`${title}: ${body}`);
      },
    );
  });
  return () => worker.evaluate(() => Reflect.get(globalThis, 'kept'));
}

/** Clicks a notification, as far as the service worker can tell. The browser's own click needs a screen. */
export async function clickNotification(page: Page): Promise<void> {
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(() => {
    const event = Object.assign(new Event('notificationclick'), {
      notification: { close: () => undefined },
      // Only a real click may focus a window.
      waitUntil: (task: Promise<unknown>) => task.catch(() => undefined),
    });
    dispatchEvent(event);
  });
}
