import { openFile, openPage, type ShellStore } from './open-kept.ts';

/** The build that a service worker came with. */
export interface Build {
  /** Path of its list of files. */
  readonly list: string;
  /** SHA-256 of the list, as in `sha256-…`. */
  readonly integrity: string;
}

/** The files of a build. Each path has the file's SHA-256: nothing else is ever kept under it. */
export interface FileList {
  /** What the dashboard needs. */
  readonly core: Readonly<Record<string, string>>;
  /** What every other screen needs. */
  readonly rest: Readonly<Record<string, string>>;
}

/** The page itself, whatever path it is opened at. */
export const SHELL = '/';
/** Each build has one cache, whose name starts with this. */
const PREFIX = 'kax-shell ';
/** How many files are fetched at the same time, so that the page's own calls don't wait. */
const AT_ONCE = 4;
/** What a page says when it has nothing else to do, and no one pays for each byte. */
const KEEP_PARTS = 'keep-parts';

/**
 * Keeps the files of a build on the device, so that Kax opens without a connection (decision 0091). The page is kept
 * last: a set without it is incomplete, and isn't used. A set has the files of one build alone.
 */
export function keepShell(scope: ServiceWorkerGlobalScope, build: Build): void {
  const name = PREFIX + build.list;
  const store: ShellStore = {
    find: (path) => findKept(scope.caches, name, path),
    opened: new Set(),
  };
  scope.addEventListener('install', (event) => {
    // Push messages work without it, so a failure doesn't stop the installation. A page tries again later.
    event.waitUntil(keepCore(scope.caches, name, build).catch(() => undefined));
  });
  scope.addEventListener('activate', (event) => {
    event.waitUntil(takeOver(scope));
  });
  scope.addEventListener('message', (event) => {
    if (event.data !== KEEP_PARTS) return;
    event.waitUntil(keepParts(scope.caches, name, build).catch(() => undefined));
  });
  scope.addEventListener('fetch', (event) => {
    const { origin, pathname } = new URL(event.request.url);
    if (event.request.method !== 'GET' || origin !== scope.location.origin) return;
    if (event.request.mode === 'navigate') {
      if (!IS_FILE_OR_CALL.test(pathname)) event.respondWith(openPage(event, store));
    } else if (IS_KEPT.test(pathname)) {
      event.respondWith(openFile(event, store));
    }
  });
}

/** Everything else at this origin is the page: the server's own rule, and documents such as the terms. */
const IS_FILE_OR_CALL = /^\/(?:api|v1|assets|fonts|marks)(?:\/|$)|\.\w+$/;
const IS_KEPT = /^\/(?:assets|fonts|marks)\/|^\/(?:theme\.js|favicon\.svg)$/;

async function takeOver(scope: ServiceWorkerGlobalScope): Promise<void> {
  // The browser asks the server for a page while this script starts.
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

async function keepCore(caches: CacheStorage, name: string, build: Build): Promise<FileList> {
  const cache = await caches.open(name);
  const list = await readList(cache, build);
  const { [SHELL]: shell = '', ...others } = list.core;
  await keepFiles(cache, others);
  await keepFiles(cache, { [SHELL]: shell });
  await removeOldSets(caches, name);
  return list;
}

async function keepParts(caches: CacheStorage, name: string, build: Build): Promise<void> {
  const { rest } = await keepCore(caches, name, build);
  await keepFiles(await caches.open(name), rest);
}

async function readList(cache: Cache, { list, integrity }: Build): Promise<FileList> {
  await keepFiles(cache, { [list]: integrity });
  const kept = await cache.match(list);
  return kept?.json();
}

/** @throws when a file can't be fetched, or isn't that of the build */
async function keepFiles(cache: Cache, files: Readonly<Record<string, string>>): Promise<void> {
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = Object.entries(files).filter(([path]) => !kept.has(path));
  const keepNext = async () => {
    for (let next = missing.pop(); next !== undefined; next = missing.pop()) {
      await keepFile(cache, ...next);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, keepNext));
}

/** The browser compares the file with its SHA-256, so a proxy's page or another build's file is never kept. */
async function keepFile(cache: Cache, path: string, integrity: string): Promise<void> {
  const response = await fetch(path, { integrity, redirect: 'error', cache: cacheModeOf(path) });
  if (response.status !== 200) throw new Error(`${path} isn't there.`);
  await cache.put(path, response);
}

/** Files with a hash in their name never change. */
function cacheModeOf(path: string): RequestCache {
  return path.startsWith('/assets/') ? 'default' : 'no-cache';
}

/** Tabs that are still open run the build before this one. Theirs stays until the next. */
async function removeOldSets(caches: CacheStorage, own: string): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== own);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** Of this build if its set is complete, otherwise of the newest one before it. Names of files tell builds apart. */
async function findKept(
  caches: CacheStorage,
  own: string,
  path: string,
): Promise<Response | undefined> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== own);
  for (const name of [own, ...names.reverse()]) {
    const cache = await caches.open(name);
    const isUsable = path.startsWith('/assets/') || (await cache.match(SHELL)) !== undefined;
    const kept = isUsable ? await cache.match(path, { ignoreVary: true }) : undefined;
    if (kept !== undefined) return kept;
  }
  return undefined;
}
