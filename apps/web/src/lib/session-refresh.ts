import type { ApiError, ApiResult } from './api-result.ts';
import { readStored, removeLogin, STORAGE_KEYS, writeTokens } from './storage.ts';

interface TokenPair {
  access_token: string;
  refresh_token: string;
}

export type RefreshOutcome =
  | { at: 'refreshed'; accessToken: string }
  /** The login keys are gone and every subscriber was notified, or someone signed out or in meanwhile. */
  | { at: 'ended' }
  /** No response came, or none about the session; it may be as good as before. */
  | { at: 'unreachable'; error: ApiError };

const LOCK_NAME = 'kax-session-refresh';
const endListeners = new Set<() => void>();

/** Calls `listener` when a session cannot be renewed and was removed; returns how to stop that. */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/**
 * Makes the renewal of a session, one at a time in this tab and over all tabs of the browser, so
 * that a spent refresh token is never presented twice.
 * @returns a function that takes the access token that was refused.
 */
export function createSessionRefresh(
  renew: (refreshToken: string) => Promise<ApiResult<TokenPair>>,
): (refusedToken: string | null) => Promise<RefreshOutcome> {
  let underWay: Promise<RefreshOutcome> | null = null;

  return (refusedToken) => {
    underWay ??= holdLock(() => renewOnce(refusedToken, renew)).finally(() => {
      underWay = null;
    });
    return underWay;
  };
}

async function renewOnce(
  refusedToken: string | null,
  renew: (refreshToken: string) => Promise<ApiResult<TokenPair>>,
): Promise<RefreshOutcome> {
  // Another tab may have renewed it while this one waited for the lock.
  const accessToken = readStored(STORAGE_KEYS.accessToken);
  if (accessToken && accessToken !== refusedToken) return { at: 'refreshed', accessToken };

  const refreshToken = readStored(STORAGE_KEYS.refreshToken);
  if (!refreshToken) return endSession();

  const result = await renew(refreshToken);
  if (result.ok) {
    // Whoever signed out or in meanwhile has the last word.
    if (readStored(STORAGE_KEYS.refreshToken) !== refreshToken) return { at: 'ended' };
    const pair = result.data;
    writeTokens({ accessToken: pair.access_token, refreshToken: pair.refresh_token });
    return { at: 'refreshed', accessToken: pair.access_token };
  }
  // A server that is starting, busy or broken says nothing about the session.
  const { status } = result.error;
  const isUndecided = status === null || status === 429 || status >= 500;
  return isUndecided ? { at: 'unreachable', error: result.error } : endSession();
}

function endSession(): RefreshOutcome {
  removeLogin();
  for (const listener of endListeners) listener();
  return { at: 'ended' };
}

/** Browsers give locks to secure pages only; elsewhere the lock is this tab alone. */
function holdLock<T>(task: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  return locks ? locks.request(LOCK_NAME, task) : task();
}
