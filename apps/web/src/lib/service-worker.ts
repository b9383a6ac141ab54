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
  return navigator.serviceWorker.ready;
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
