import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ServerEvent } from '#wire/events';
import { createEventParser, followEvents } from './event-stream.ts';
import { STORAGE_KEYS } from './storage.ts';

const resync = 'data: {"type":"resync"}\n\n';
const coins = 'data: {"type":"coins-changed","chainId":31337}\n\n';

describe('the event stream reader', () => {
  test('returns each event once it is complete, however the stream is chunked', () => {
    const take = createEventParser();
    const text = `${resync}: still here\n\n${coins}`;
    const events = [...text].flatMap((letter) => take(letter));
    expect(events).toEqual([{ type: 'resync' }, { type: 'coins-changed', chainId: 31337 }]);
  });

  test.each(['data: {"type":"news"}\n\n', 'data: no json\n\n', ': nothing\n\n', 'event: x\n\n'])(
    'ignores what it does not understand: %j',
    (text) => {
      expect(createEventParser()(text + resync)).toEqual([{ type: 'resync' }]);
    },
  );
});

describe('following events', () => {
  let stop: () => void = () => {};

  beforeEach(() => {
    localStorage.setItem(STORAGE_KEYS.accessToken, 'access-1');
    vi.stubGlobal('navigator', { locks: createLocks() });
  });

  afterEach(() => {
    stop();
    localStorage.clear();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  test('one tab reads the stream and passes events on to the others', async () => {
    const fetch = vi.fn(respondWith(resync + coins));
    vi.stubGlobal('fetch', fetch);
    const first: ServerEvent[] = [];
    const second: ServerEvent[] = [];
    const stopFirst = followEvents((event) => first.push(event));
    const stopSecond = followEvents((event) => second.push(event));
    stop = () => {
      stopFirst();
      stopSecond();
    };
    await expect.poll(() => [first.length, second.length]).toEqual([2, 2]);
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(fetch).toHaveBeenCalledWith(
      '/api/events',
      expect.objectContaining({
        headers: { accept: 'text/event-stream', authorization: 'Bearer access-1' },
      }),
    );
  });

  test('another tab takes over when the one that reads is closed', async () => {
    const fetch = vi.fn(respondWith(resync));
    vi.stubGlobal('fetch', fetch);
    const received: ServerEvent[] = [];
    const closeFirst = followEvents(() => {});
    stop = followEvents((event) => received.push(event));
    await expect.poll(() => received.length).toBe(1);
    closeFirst();
    await expect.poll(() => fetch.mock.calls.length).toBe(2);
    await expect.poll(() => received.length).toBe(2);
  });

  test('a refused token is renewed by an ordinary call, and the stream is reopened', async () => {
    const requests: string[] = [];
    const fetch = vi.fn(async (url: string, init: RequestInit) => {
      const token = new Headers(init.headers).get('authorization');
      requests.push(`${url} ${token}`);
      if (url === '/api/auth/refresh') {
        return Response.json({
          access_token: 'access-2',
          refresh_token: 'refresh-2',
          expires_in: 600,
        });
      }
      if (token === 'Bearer access-1')
        return Response.json({ error: '', code: 'unauthorized' }, { status: 401 });
      return url === '/api/events' ? respondWith(resync)(url, init) : Response.json({ data: [] });
    });
    vi.stubGlobal('fetch', fetch);
    localStorage.setItem(STORAGE_KEYS.refreshToken, 'refresh-1');
    const received: ServerEvent[] = [];
    stop = followEvents((event) => received.push(event));
    await expect.poll(() => received.length).toBe(1);
    expect(requests).toEqual([
      '/api/events Bearer access-1',
      '/api/wallet/operations Bearer access-1',
      '/api/auth/refresh null',
      '/api/wallet/operations Bearer access-2',
      '/api/events Bearer access-2',
    ]);
  });
});

/** Grants each lock to one holder at a time, like a browser. */
function createLocks() {
  let queue: Promise<unknown> = Promise.resolve();
  return {
    request(name: string, ...[options, task]: [{ signal?: AbortSignal }, () => Promise<unknown>]) {
      if (name === 'kax-session-refresh') return (options as unknown as () => unknown)();
      const mine = queue.then(() => {
        if (options.signal?.aborted) throw new DOMException('given up', 'AbortError');
        return task();
      });
      queue = mine.catch(() => undefined);
      return mine;
    },
  };
}

/** Responds with this text and keeps the body open until the request is aborted. */
function respondWith(text: string) {
  return async (_url: string, { signal }: RequestInit) => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return new Response(body);
  };
}
