import { events, type ServerEvent, serverEvent } from '#wire/events';
import { operations } from '#wire/wallet/operations';
import { config } from '../config.ts';
import { callApi } from './api-client.ts';
import { parseJson } from './parse-json.ts';
import { deviceOfSession, learnServerTime, signRequest } from './sign-request.ts';
import { readStored, STORAGE_KEYS } from './storage.ts';

type Listener = (event: ServerEvent) => void;

/** One connection per browser: the tab with the lock reads events and passes them on to the other tabs. */
const LOCK_NAME = 'kax-events';
const CHANNEL_NAME = 'kax-events';
const SHORTEST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/**
 * Calls `onEvent` for every change on the server, whichever tab holds the connection. A lost connection is
 * reopened automatically and begins with a `resync` event.
 * @returns a function that stops it
 */
export function followEvents(onEvent: Listener): () => void {
  const abort = new AbortController();
  const channel = new BroadcastChannel(CHANNEL_NAME);
  channel.onmessage = ({ data }) => {
    const event = serverEvent.safeParse(data);
    if (event.success) onEvent(event.data);
  };
  const notifyAll: Listener = (event) => {
    onEvent(event);
    channel.postMessage(event);
  };
  const { signal } = abort;
  // Browsers provide locks only in secure contexts; elsewhere every tab opens its own connection.
  const locks = globalThis.navigator?.locks;
  if (locks) void holdLock(locks, () => keepReading(notifyAll, signal), signal);
  else void keepReading(onEvent, signal);
  return () => {
    abort.abort();
    channel.close();
  };
}

async function holdLock(
  locks: LockManager,
  task: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await locks.request(LOCK_NAME, { signal }, task);
  } catch (cause) {
    if (!signal.aborted) throw cause;
  }
}

async function keepReading(notify: Listener, signal: AbortSignal): Promise<void> {
  let waitMs = SHORTEST_WAIT_MS;
  while (!signal.aborted) {
    const outcome = await readStream(notify, signal);
    if (signal.aborted) return;
    // An ordinary call renews the token or discovers that the session has ended.
    if (outcome === 'unauthorized') {
      const renewal = await callApi(operations, { isBackground: true, signal });
      if (renewal.ok) continue;
    }
    waitMs = outcome === 'read' ? SHORTEST_WAIT_MS : Math.min(LONGEST_WAIT_MS, waitMs * 2);
    await waitOrWake(waitMs, signal);
  }
}

type Outcome = 'read' | 'unauthorized' | 'failed';

async function readStream(notify: Listener, signal: AbortSignal): Promise<Outcome> {
  let outcome: Outcome = 'failed';
  try {
    const url = `${config.apiBase}${events.path}`;
    const headers = await headersOf(url);
    if (headers === null) return 'unauthorized';
    const response = await fetch(url, {
      headers: { accept: 'text/event-stream', ...headers },
      cache: 'no-store',
      credentials: 'omit',
      signal,
    });
    if (response.status === 401) return 'unauthorized';
    if (response.status === 400) await learnServerTime(response);
    if (!response.ok || response.body === null) return 'failed';
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const takeEvents = createEventParser();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return outcome;
      outcome = 'read';
      for (const event of takeEvents(value)) notify(event);
    }
  } catch {
    // Whatever broke the connection, the next one begins with a resync.
    return outcome;
  }
}

/** @returns null when this browser can no longer sign for its session */
async function headersOf(url: string): Promise<Record<string, string> | null> {
  const token = readStored(STORAGE_KEYS.accessToken);
  const bearer = { authorization: `Bearer ${token ?? ''}` };
  const device = deviceOfSession(token);
  if (device === null) return bearer;
  const request = { method: events.method, url, token, body: undefined, idempotencyKey: undefined };
  const proof = await signRequest(request, device);
  return proof === null ? null : { ...bearer, ...proof };
}

/** @returns a function that takes chunks of text and returns the events each one completes */
export function createEventParser(): (text: string) => readonly ServerEvent[] {
  let rest = '';
  return (text) => {
    const blocks = `${rest}${text}`.split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const event = serverEvent.safeParse(parseJson(dataOf(block)));
      // Ignores events that this version does not know.
      return event.success ? [event.data] : [];
    });
  };
}

function dataOf(block: string): string {
  const lines = block.split('\n').filter((line) => line.startsWith('data:'));
  return lines.map((line) => line.slice('data:'.length).trimStart()).join('\n');
}

/** Resolves after `ms`, or as soon as the user or the network returns. */
function waitOrWake(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      window.removeEventListener('online', wake);
      window.removeEventListener('focus', wake);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    window.addEventListener('online', wake);
    window.addEventListener('focus', wake);
    signal.addEventListener('abort', wake);
  });
}
