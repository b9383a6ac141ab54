import { registerServiceWorker } from '../service-worker.ts';
import { waitForPushEnd } from './end-push.ts';

/** @returns whether this browser is subscribed with this key of the server, base64url */
export async function isSubscribed(publicKey: string): Promise<boolean> {
  await waitForPushEnd();
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription != null && isFor(subscription, publicKey);
}

/**
 * Subscribes this browser anew, so that no earlier session has its endpoint.
 * @param publicKey of the server, base64url
 * @returns the endpoint, a URL; null when the browser refuses
 */
export async function subscribe(publicKey: string): Promise<string | null> {
  await waitForPushEnd();
  try {
    const { pushManager } = await registerServiceWorker();
    const earlier = await pushManager.getSubscription();
    await earlier?.unsubscribe();
    const subscription = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    });
    return subscription.endpoint;
  } catch {
    return null;
  }
}

function isFor({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey;
  if (key === null) return false;
  const bytes = String.fromCharCode(...new Uint8Array(key));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey;
}
