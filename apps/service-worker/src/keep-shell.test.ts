import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepShell } from './keep-shell.ts';

const ORIGIN = 'https://wallet.example';
const hashOf = (text: string) => `sha256-${btoa(text)}`;

/** Files by path, as a build has them. */
function buildFiles(version: string) {
  const core: Record<string, string> = {
    '/': `page ${version}`,
    '/theme.js': `theme ${version}`,
    [`/assets/main-${version}.js`]: `main ${version}`,
  };
  const rest: Record<string, string> = { [`/assets/swap-${version}.js`]: `swap ${version}` };
  const hashes = (files: Record<string, string>) =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, hashOf(text)]));
  const text = JSON.stringify({ core: hashes(core), rest: hashes(rest) });
  const list = `/assets/${version}.json`;
  return { build: { list, integrity: hashOf(text) }, files: { ...core, ...rest, [list]: text } };
}

/** Responses of one cache, oldest first, as a browser keeps them. */
class FakeCache {
  readonly kept = new Map<string, Response>();
  keys = async () => [...this.kept.keys()].map((path) => new Request(ORIGIN + path));
  match = async (path: string) => this.kept.get(path)?.clone();
  put = async (path: string, response: Response) => void this.kept.set(path, response);
}

const stored = new Map<string, FakeCache>();
const caches = {
  keys: async () => [...stored.keys()],
  delete: async (name: string) => stored.delete(name),
  open: async (name: string) => {
    const known = stored.get(name) ?? new FakeCache();
    stored.set(name, known);
    return known;
  },
};

/** What the server has. A test replaces responses, or takes the server away. */
let server: Record<string, string | Response> = {};
let isDown = false;
const requested: string[] = [];

/** As a browser does: it compares a file with its hash, and refuses redirects where it should. */
async function fakeFetch(target: string | { url: string }, init: RequestInit = {}) {
  const path = typeof target === 'string' ? target : new URL(target.url).pathname;
  requested.push(path);
  if (isDown) throw new TypeError('Failed to fetch');
  const found = server[path] ?? server['/'] ?? '';
  const response = typeof found === 'string' ? new Response(found) : found.clone();
  const isWrong = init.integrity && hashOf(await response.clone().text()) !== init.integrity;
  if (isWrong || (init.redirect === 'error' && response.redirected)) {
    throw new TypeError('Failed to fetch');
  }
  return response;
}

/** A service worker of one build. */
function start(version: string) {
  const { build, files } = buildFiles(version);
  const listeners = new Map<string, (event: object) => void>();
  const scope = {
    addEventListener: (type: string, listener: (event: object) => void) =>
      listeners.set(type, listener),
    caches,
    location: { origin: ORIGIN },
    registration: { navigationPreload: { enable: async () => undefined } },
    clients: { claim: vi.fn(async () => undefined) },
  };
  keepShell(scope as unknown as ServiceWorkerGlobalScope, build);
  const send = async (type: string, event: object = {}) => {
    const tasks: unknown[] = [];
    listeners.get(type)?.({ ...event, waitUntil: (task: unknown) => tasks.push(task) });
    await Promise.all(tasks);
  };
  /** @returns undefined when the browser does it without the service worker */
  const request = (path: string, values: object = {}, clientId = 'tab') => {
    let response: Promise<Response> | undefined;
    listeners.get('fetch')?.({
      request: { url: ORIGIN + path, method: 'GET', mode: 'no-cors', ...values },
      clientId,
      resultingClientId: 'tab',
      respondWith: (made: Promise<Response>) => {
        response = made;
      },
    });
    return response;
  };
  const open = (path: string) => request(path, { mode: 'navigate' });
  return { files, send, request, open };
}

const textOf = async (response: Promise<Response> | undefined) => (await response)?.text();
const keptPaths = () => [...stored.values()].flatMap(({ kept }) => [...kept.keys()]).toSorted();

async function install(version: string) {
  const worker = start(version);
  server = { ...worker.files };
  await worker.send('install');
  await worker.send('activate');
  return worker;
}

beforeEach(() => {
  stored.clear();
  requested.length = 0;
  isDown = false;
  vi.useRealTimers();
  vi.stubGlobal('fetch', fakeFetch);
});

// Other files run in the same process.
afterAll(() => vi.unstubAllGlobals());

describe('what is kept', () => {
  it('is what the dashboard needs at first, and the rest when a page asks for it', async () => {
    const worker = await install('b');
    expect(keptPaths()).toEqual(['/', '/assets/b.json', '/assets/main-b.js', '/theme.js']);
    await worker.send('message', { data: 'expect-test' });
    expect(keptPaths()).toHaveLength(4);
    await worker.send('message', { data: 'keep-parts' });
    expect(keptPaths()).toContain('/assets/swap-b.js');
  });

  it.each<[string, string | Response]>([
    ['the page of a proxy', 'Sign in to this network'],
    ['the page of another build', 'page c'],
    ['a page with another status', new Response('page b', { status: 203 })],
    ['an error', new Response('page b', { status: 503 })],
  ])('is never %s', async (_, response) => {
    const worker = start('b');
    server = { ...worker.files, '/': response };
    await worker.send('install');
    expect(keptPaths()).not.toContain('/');
    // Without the page, the rest isn't used.
    isDown = true;
    expect((await worker.open('/dashboard'))?.type).toBe('error');
    isDown = false;
    server = { ...worker.files };
    await worker.send('message', { data: 'keep-parts' });
    isDown = true;
    expect(await textOf(worker.open('/dashboard'))).toBe('page b');
  });

  it('is never a list or a script that isn’t the one of the build', async () => {
    for (const path of ['/assets/b.json', '/assets/main-b.js']) {
      stored.clear();
      const worker = start('b');
      server = { ...worker.files, [path]: '{"core":{},"rest":{}}' };
      await worker.send('install');
      expect(keptPaths()).not.toContain('/');
      expect(keptPaths()).not.toContain(path);
    }
  });

  it('never is the path of a page that was opened', async () => {
    const worker = await install('b');
    await worker.send('message', { data: 'keep-parts' });
    const before = keptPaths();
    for (const path of ['/pay/7Q2M', '/freeze/secret', '/dashboard']) await worker.open(path);
    isDown = true;
    for (const path of ['/pay/7Q2M', '/freeze/secret', '/dashboard']) await worker.open(path);
    expect(keptPaths()).toEqual(before);
  });
});

describe('a page', () => {
  it('comes from the server while that responds, so that no new version is hidden', async () => {
    const worker = await install('b');
    server = { ...server, '/': 'page c' };
    expect(await textOf(worker.open('/dashboard'))).toBe('page c');
  });

  it('is the kept one without a server, and when a proxy responds for a server that is down', async () => {
    const worker = await install('b');
    server = { ...server, '/': new Response('Bad gateway', { status: 502 }) };
    expect(await textOf(worker.open('/activity/wallet'))).toBe('page b');
    isDown = true;
    expect(await textOf(worker.open('/never/opened'))).toBe('page b');
  });

  it('is the kept one when the server takes longer than 3 s', async () => {
    const worker = await install('b');
    vi.useFakeTimers();
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    const opened = textOf(worker.open('/dashboard'));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await opened).toBe('page b');
  });

  it('passes on a refusal of the server', async () => {
    const worker = await install('b');
    server = { ...server, '/': new Response('Too many', { status: 429 }) };
    expect((await worker.open('/dashboard'))?.status).toBe(429);
  });

  it.each(['/pay/7Q2M', '/claim/7Q2M', '/freeze/secret'])(
    'passes its path on to no other page: %s',
    async (path) => {
      const worker = await install('b');
      isDown = true;
      const response = await worker.open(path);
      expect(response?.headers.get('referrer-policy')).toBe('no-referrer');
      expect(await response?.text()).toBe('page b');
    },
  );
});

describe('everything else', () => {
  it.each([
    '/api/wallet/public/coins',
    '/v1/create-qr-code/',
    '/privacy.html',
    '/terms.html',
    '/receipt-check.html',
    '/sw.js',
  ])('is left to the browser: %s', async (path) => {
    const worker = await install('b');
    expect(worker.open(path)).toBeUndefined();
    expect(worker.request(path)).toBeUndefined();
  });

  it('is left to the browser when it is sent or goes to another host', async () => {
    const worker = await install('b');
    expect(worker.request('/assets/main-b.js', { method: 'POST' })).toBeUndefined();
    const url = 'https://elsewhere.example/assets/main-b.js';
    expect(worker.request('', { url })).toBeUndefined();
  });

  it('goes with its page: a kept page gets the files that it was kept with', async () => {
    const worker = await install('b');
    server = { ...server, '/theme.js': 'theme c' };
    expect(await textOf(worker.request('/theme.js'))).toBe('theme c');
    isDown = true;
    await worker.open('/dashboard');
    isDown = false;
    expect(await textOf(worker.request('/theme.js'))).toBe('theme b');
  });
});

describe('a new build', () => {
  it('replaces the one before, whose open tabs still find their parts', async () => {
    const first = await install('b');
    await first.send('message', { data: 'keep-parts' });
    const second = await install('c');
    isDown = true;
    expect(await textOf(second.open('/dashboard'))).toBe('page c');
    expect(await textOf(second.request('/assets/swap-b.js'))).toBe('swap b');
    isDown = false;
    await install('d');
    expect(keptPaths().filter((path) => path.includes('b'))).toEqual([]);
    expect(stored.size).toBe(2);
  });

  it('leaves the one before in use until all that its dashboard needs is there', async () => {
    await install('b');
    const next = start('c');
    server = { ...next.files, '/assets/main-c.js': new Response('', { status: 404 }) };
    await next.send('install');
    await next.send('activate');
    isDown = true;
    expect(await textOf(next.open('/dashboard'))).toBe('page b');
    expect(await textOf(next.request('/theme.js'))).toBe('theme b');
    expect(await textOf(next.request('/assets/main-b.js'))).toBe('main b');
  });
});
