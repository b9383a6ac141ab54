import { type ComponentType, lazy } from 'react';

/** Storage key of the chunk that the page was reloaded for. Session storage, because it concerns only this tab. */
const RELOADED_KEY = 'kax-reloaded-for-chunk';

/**
 * Loads a screen when it is first shown. If its chunk is missing because a newer version was
 * deployed, the page reloads once; a second failure shows the error page (§8 ChunkLoadError).
 */
export function lazyRoute<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  // The loader's source identifies its chunk. Other chunks that load, such as the layout, must not clear its record.
  const chunk = String(load);
  return lazy(async () => {
    try {
      const screen = await load();
      forgetReload(chunk);
      return screen;
    } catch (cause) {
      if (rememberReload(chunk)) {
        location.reload();
        return await new Promise<never>(() => {});
      }
      throw new ChunkLoadError(cause);
    }
  });
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
