/** The parts of an address, as `URL` names them. */
export interface Path {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** An entry of the history: where it leads, and what is kept with it. */
export interface PageLocation extends Path {
  readonly state: unknown;
  /** Differs between entries, and stays the same when an entry is visited again. */
  readonly key: string;
}

/** The entries that Back and Forward lead to. */
export interface PageHistory {
  read(): PageLocation;
  push(path: Path, state: unknown): void;
  replace(path: Path, state: unknown): void;
  go(by: number): void;
  /** @returns a function that stops it */
  follow(onMove: () => void): () => void;
}

/** What the browser stores with an entry. */
interface StoredEntry {
  readonly usr: unknown;
  readonly key: string;
}

const FIRST_KEY = 'default';

/** The history of this tab. */
export function createBrowserHistory(): PageHistory {
  const { listeners, follow } = createListeners();
  const notifyAll = () => {
    for (const listener of listeners) listener();
  };
  const storedEntry = (state: unknown): StoredEntry => ({ usr: state ?? null, key: createKey() });
  return {
    read() {
      const { pathname, search, hash } = window.location;
      const stored: Partial<StoredEntry> | null = window.history.state;
      const state = stored?.usr ?? null;
      return { pathname, search, hash, state, key: stored?.key ?? FIRST_KEY };
    },
    push(path, state) {
      window.history.pushState(storedEntry(state), '', addressOf(path));
      notifyAll();
    },
    replace(path, state) {
      window.history.replaceState(storedEntry(state), '', addressOf(path));
      notifyAll();
    },
    go: (by) => window.history.go(by),
    follow(onMove) {
      if (listeners.size === 0) window.addEventListener('popstate', notifyAll);
      const stop = follow(onMove);
      return () => {
        stop();
        if (listeners.size === 0) window.removeEventListener('popstate', notifyAll);
      };
    },
  };
}

/** A history without a browser. It starts at the last of the entries. */
export function createMemoryHistory(
  entries: readonly (string | (Partial<Path> & { state?: unknown }))[],
): PageHistory {
  const { listeners, follow } = createListeners();
  let known = entries.map((entry): PageLocation => {
    const path = resolvePath(entry, ROOT);
    const state = (typeof entry === 'string' ? null : entry.state) ?? null;
    return { ...path, state, key: createKey() };
  });
  let index = known.length - 1;
  function show(next: readonly PageLocation[], at: number) {
    // Each visit is another object, as in a browser.
    known = next.map((entry) => ({ ...entry }));
    index = at;
    for (const listener of listeners) listener();
  }
  const entryOf = (path: Path, state: unknown) => ({
    ...path,
    state: state ?? null,
    key: createKey(),
  });
  return {
    read: () => known[index] ?? { ...ROOT, state: null, key: FIRST_KEY },
    push: (path, state) => show([...known.slice(0, index + 1), entryOf(path, state)], index + 1),
    replace: (path, state) => show(known.with(index, entryOf(path, state)), index),
    go: (by) => show(known, Math.min(Math.max(index + by, 0), known.length - 1)),
    follow,
  };
}

function createListeners() {
  const listeners = new Set<() => void>();
  function follow(onMove: () => void) {
    listeners.add(onMove);
    return () => void listeners.delete(onMove);
  }
  return { listeners, follow };
}

const ROOT: Path = { pathname: '/', search: '', hash: '' };

/** @returns where a link on the page `from` leads; to another page of Kax, whatever host it names */
export function resolvePath(to: string | Partial<Path>, from: Path): Path {
  const base = `http://kax.invalid${addressOf(from)}`;
  const { pathname, search, hash } = new URL(typeof to === 'string' ? to : addressOf(to), base);
  return { pathname, search, hash };
}

export function addressOf({ pathname = '', search = '', hash = '' }: Partial<Path>): string {
  return `${pathname}${search}${hash}`;
}

function createKey(): string {
  return Math.random().toString(36).slice(2, 10);
}
