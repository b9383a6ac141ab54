import { t } from '#language/t';

/** What the build calls the service worker; the same path for all versions. */
const SERVICE_WORKER = '/sw.js';
/** One of the policies that the page's Content-Security-Policy allows: it makes this URL alone. */
const POLICY = 'kax-service-worker';

/** What a page says to the service worker: the next message shows its notification even while Kax is focused. */
export const EXPECT_TEST = 'expect-test';

/** What the service worker says to open pages. */
export type FromServiceWorker = 'open-inbox' | 'resume-push';

/**
 * Registers the service worker, unless it is already.
 * @returns its registration, once it can get messages
 * @throws when the browser refuses
 */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  // No cache of the browser hides a new version.
  await navigator.serviceWorker.register(trustedUrl(), { updateViaCache: 'none' });
  const registration = await navigator.serviceWorker.ready;
  registration.active?.postMessage({ notification: notificationTexts() });
  return registration;
}

/** It has no texts in the language of this page, and no page when a message arrives. */
function notificationTexts() {
  return { title: t('Something new in Kax'), body: t('Open Kax to see what it is.') };
}

let made: string | undefined;

/** A policy’s name can be used once. */
function trustedUrl(): string {
  made ??=
    globalThis.trustedTypes
      ?.createPolicy(POLICY, { createScriptURL: () => SERVICE_WORKER })
      .createScriptURL('') ?? SERVICE_WORKER;
  return made;
}
