/** What is kept on the device. */
export interface ShellStore {
  find(path: string): Promise<Response | undefined>;
  /** Open pages that were kept ones. */
  readonly opened: Set<string>;
}

/** A server that takes longer than this counts as unreachable. */
const WITHIN_MS = 3_000;
/** Their paths have secrets, which no other page may learn. */
const SECRET_PATHS = /^\/(?:freeze|pay|claim)\//;

/**
 * Opens the page: from the server, so that a new version is never hidden, or else the kept one. Its path is not kept.
 * A proxy that responds for a server that is down isn't Kax.
 */
export async function openPage(event: FetchEvent, store: ShellStore): Promise<Response> {
  const live = fromServer(event);
  const response = await Promise.race([live, afterLimit()]);
  if (response !== null && response.status < 500) return response;
  const kept = await store.find('/');
  if (kept === undefined) return (await live) ?? Response.error();
  store.opened.add(event.resultingClientId);
  if (!SECRET_PATHS.test(new URL(event.request.url).pathname)) return kept;
  const headers = new Headers(kept.headers);
  headers.set('referrer-policy', 'no-referrer');
  return new Response(kept.body, { headers });
}

/**
 * Opens a file. One with a hash in its name never changes, and a kept page goes with the files it was kept with; any
 * other is as new as its page.
 */
export async function openFile(event: FetchEvent, store: ShellStore): Promise<Response> {
  const { pathname } = new URL(event.request.url);
  if (/^\/(?:assets|fonts)\//.test(pathname) || store.opened.has(event.clientId)) {
    return (await store.find(pathname)) ?? fetch(event.request);
  }
  try {
    return await fetch(event.request);
  } catch {
    return (await store.find(pathname)) ?? Response.error();
  }
}

/** @returns null without a response */
async function fromServer(event: FetchEvent): Promise<Response | null> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return null;
  }
}

function afterLimit(): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), WITHIN_MS);
  });
}
