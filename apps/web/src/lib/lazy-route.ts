import { type ComponentType, isValidElement, lazy, type ReactNode } from 'react';

/** Storage key of the chunk that the page was reloaded for. Session storage, because it concerns only this tab. */
const RELOADED_KEY = 'kax-reloaded-for-chunk';

/**
 * Loads a screen when it is first shown, or earlier by `preload`. If its chunk is missing because a newer version was
 * deployed, the page reloads once; a second failure, or one offline, shows the error page (§8 ChunkLoadError).
 */
export function lazyRoute<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  // The loader's source identifies its chunk. Other chunks that load, such as the layout, must not clear its record.
  const chunk = String(load);
  let loading: ReturnType<typeof load> | null = null;
  const loadOnce = () => {
    loading ??= load();
    return loading;
  };
  const Screen = lazy(async () => {
    try {
      const screen = await loadOnce();
      forgetReload(chunk);
      return screen;
    } catch (cause) {
      // A reload would bring the same page without it.
      if (navigator.onLine && rememberReload(chunk)) {
        location.reload();
        return await new Promise<never>(() => {});
      }
      throw new ChunkLoadError(cause);
    }
  });
  const preload = () => {
    // Whoever opens the screen tries again, and hears of a second failure.
    loadOnce().catch(() => {
      loading = null;
    });
  };
  return Object.assign(Screen, { preload });
}

/** Loads the screen of an element of `lazyRoute`; does nothing for others. */
export function preloadElement(element: ReactNode): void {
  const type: unknown = isValidElement(element) ? element.type : null;
  if (isPreloadable(type)) type.preload();
}

function isPreloadable(type: unknown): type is { preload: () => void } {
  return typeof type === 'object' && type !== null && 'preload' in type;
}

/** A chunk of the app failed to load. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('Loading chunk failed', { cause });
    this.name = 'ChunkLoadError';
  }
}

/** @returns false when this tab has already reloaded for the chunk, or cannot record the reload. */
function rememberReload(chunk: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === chunk) return false;
    sessionStorage.setItem(RELOADED_KEY, chunk);
    return true;
  } catch {
    return false;
  }
}

function forgetReload(chunk: string): void {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === chunk) sessionStorage.removeItem(RELOADED_KEY);
  } catch {
    // Without storage, nothing was recorded.
  }
}
