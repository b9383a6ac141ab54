/** What a notification says. */
export interface NotificationTexts {
  readonly title: string;
  readonly body: string;
}

/** Until a page of this version was open in another language. */
const ENGLISH: NotificationTexts = {
  title: 'Something new in Kax',
  body: 'Open Kax to see what it is.',
};

const CACHE = 'kax-notification';
const PATH = '/notification-texts';

/** Keeps the texts for the language of the page that has them: a push message may arrive while none is open. */
export async function keepNotificationTexts(
  caches: CacheStorage,
  { title, body }: NotificationTexts,
): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(PATH, Response.json({ title, body }));
}

/** @returns the texts that were kept last; English where nothing is kept, or nothing can be read */
export async function readNotificationTexts(caches: CacheStorage): Promise<NotificationTexts> {
  try {
    const kept = await (await caches.open(CACHE)).match(PATH);
    const texts: unknown = await kept?.json();
    return isTexts(texts) ? texts : ENGLISH;
  } catch {
    return ENGLISH;
  }
}

/** @returns what a page says to the service worker about its notifications; null for anything else */
export function notificationTextsIn(message: unknown): NotificationTexts | null {
  const isObject = typeof message === 'object' && message !== null;
  const texts = isObject && 'notification' in message ? message.notification : null;
  return isTexts(texts) ? texts : null;
}

function isTexts(texts: unknown): texts is NotificationTexts {
  if (typeof texts !== 'object' || texts === null) return false;
  return (
    'title' in texts &&
    'body' in texts &&
    typeof texts.title === 'string' &&
    typeof texts.body === 'string'
  );
}
