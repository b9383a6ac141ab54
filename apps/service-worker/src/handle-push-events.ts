import {
  keepNotificationTexts,
  notificationTextsIn,
  readNotificationTexts,
} from './notification-texts.ts';

/** The same path as the web client's `paths.inbox`. */
export const INBOX = '/dashboard/inbox';

/** Pages that don't follow what is posted to them: documents, and those of visitors. */
const WITHOUT_INBOX =
  /\.html$|^\/(?:login|register|forgot-password|verify-otp|freeze|pay|claim)(?:\/|$)/;

/** A test shows its notification even while Kax is focused, if it arrives within this time. */
const TEST_MS = 60_000;

/** A push message has no content, so neither has its notification. One replaces another. */
const NOTIFICATION = {
  tag: 'kax',
  icon: '/marks/notification-icon.png',
  badge: '/marks/notification-badge.png',
} as const;

/**
 * Shows a notification for each push message, opens the inbox when it is clicked, and starts over when the browser
 * replaces its subscription. It learns nothing but that something is new (RFC 8030 without a payload).
 */
export function handlePushEvents(scope: ServiceWorkerGlobalScope): void {
  let testUntil = 0;
  scope.addEventListener('message', (event) => {
    if (event.data === 'expect-test') testUntil = Date.now() + TEST_MS;
    const texts = notificationTextsIn(event.data);
    // Without storage for it, notifications are in English.
    if (texts) event.waitUntil(keepNotificationTexts(scope.caches, texts).catch(() => undefined));
  });
  scope.addEventListener('push', (event) => {
    const isTest = Date.now() < testUntil;
    testUntil = 0;
    event.waitUntil(notify(scope, isTest));
  });
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(openInbox(scope));
  });
  scope.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(startOver(scope));
  });
}

/** A focused page shows what happened itself. */
async function notify(scope: ServiceWorkerGlobalScope, isTest: boolean): Promise<void> {
  const windows = await windowsOf(scope);
  if (!isTest && windows.some(({ focused }) => focused)) return;
  const { title, body } = await readNotificationTexts(scope.caches);
  await scope.registration.showNotification(title, { ...NOTIFICATION, body });
}

async function openInbox(scope: ServiceWorkerGlobalScope): Promise<void> {
  const windows = await windowsOf(scope);
  const open = windows.find(({ url }) => !WITHOUT_INBOX.test(new URL(url).pathname));
  if (open === undefined) {
    await scope.clients.openWindow(INBOX);
    return;
  }
  open.postMessage('open-inbox');
  await open.focus();
}

/**
 * The server knows only the old subscription, and only a signed-in page can call it: the new one ends here, and a page
 * subscribes again, now or when one is opened.
 */
async function startOver(scope: ServiceWorkerGlobalScope): Promise<void> {
  const subscription = await scope.registration.pushManager.getSubscription();
  await subscription?.unsubscribe();
  for (const each of await windowsOf(scope)) each.postMessage('resume-push');
}

/** Most recently focused first. */
function windowsOf({ clients }: ServiceWorkerGlobalScope): Promise<readonly WindowClient[]> {
  return clients.matchAll({ type: 'window', includeUncontrolled: true });
}
