import { type ComponentType, lazy } from 'react';

/** The chunk that the page was reloaded for. Session storage, not local: it concerns only this tab. */
const RELOADED_KEY = 'kax-reloaded-for-chunk';

/**
 * Loads a screen when it is first shown. A chunk that is gone, because a newer version was
 * deployed, reloads the page once; a second failure goes to the error page (§8 ChunkLoadError).
 */
export function lazyRoute<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  // The text of the loader names its chunk. Others that load well, as the frame around it, say nothing of this one.
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

/** A part of the program that could not be fetched. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('Loading chunk failed', { cause });
    this.name = 'ChunkLoadError';
  }
}

/** @returns false when this tab has reloaded for the same chunk already, or cannot remember it. */
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
    // Nothing was remembered.
  }
}
