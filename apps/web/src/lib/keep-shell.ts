import { registerServiceWorker } from './service-worker.ts';
import { isDataDear, untilIdle } from './until-idle.ts';

/** What a page says to the service worker: keep what the other screens need, too. */
const KEEP_PARTS = 'keep-parts';

/**
 * Keeps Kax on this device, so that it opens without a connection: what the dashboard needs, and the rest unless its
 * user wants to save data. A browser that refuses loses nothing else.
 */
export async function keepShell(): Promise<void> {
  try {
    await registerServiceWorker();
    await keepParts();
    // A new version of Kax has parts of its own.
    navigator.serviceWorker.addEventListener('controllerchange', () => void keepParts());
  } catch {
    // It has no storage for it, or none in private windows.
  }
}

async function keepParts(): Promise<void> {
  if (isDataDear()) return;
  await untilIdle();
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(KEEP_PARTS);
}
