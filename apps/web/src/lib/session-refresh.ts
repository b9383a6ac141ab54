import type { ApiError, ApiResult } from './api-result.ts';
import { readStored, removeLogin, STORAGE_KEYS, writeTokens } from './storage.ts';

interface TokenPair {
  access_token: string;
  refresh_token: string;
}

export type RefreshOutcome =
  | { at: 'refreshed'; accessToken: string }
  /** The login was removed and every subscriber notified, or a sign-out or sign-in happened in the meantime. */
  | { at: 'ended' }
  /** No response, or none that judges the session, which may still be valid. */
  | { at: 'unreachable'; error: ApiError };

/** Why a session was removed: it could not be renewed, or this browser lost the key that it is bound to. */
export type SessionEnd = 'over' | 'key-lost';

const LOCK_NAME = 'kax-session-refresh';
const endListeners = new Set<(why: SessionEnd) => void>();

/** Calls `listener` when a session was removed. @returns a function that unsubscribes */
export function onSessionEnd(listener: (why: SessionEnd) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/**
 * Creates the session renewal. It runs once at a time across all tabs of the browser, so that a refresh
 * token is never used twice.
 * @returns a function that takes the refused access token.
 */
export function createSessionRefresh(
  renew: (refreshToken: string) => Promise<ApiResult<TokenPair>>,
): (refusedToken: string | null) => Promise<RefreshOutcome> {
  let inProgress: Promise<RefreshOutcome> | null = null;

  return (refusedToken) => {
    inProgress ??= holdLock(() => renewOnce(refusedToken, renew)).finally(() => {
      inProgress = null;
    });
    return inProgress;
  };
}

async function renewOnce(
  refusedToken: string | null,
  renew: (refreshToken: string) => Promise<ApiResult<TokenPair>>,
): Promise<RefreshOutcome> {
  // Another tab may have renewed the session while this one waited for the lock.
  const accessToken = readStored(STORAGE_KEYS.accessToken);
  if (accessToken && accessToken !== refusedToken) return { at: 'refreshed', accessToken };

  const refreshToken = readStored(STORAGE_KEYS.refreshToken);
  if (!refreshToken) return endSession('over');

  const result = await renew(refreshToken);
  // A sign-out or sign-in in the meantime takes precedence.
  if (readStored(STORAGE_KEYS.refreshToken) !== refreshToken) return { at: 'ended' };
  if (result.ok) {
    const pair = result.data;
    writeTokens({ accessToken: pair.access_token, refreshToken: pair.refresh_token });
    return { at: 'refreshed', accessToken: pair.access_token };
  }
  return isUndecided(result.error)
    ? { at: 'unreachable', error: result.error }
    : endSession('over');
}

/** A server that is starting, busy or broken says nothing about the session, nor does one that refuses a proof. */
function isUndecided({ code, status }: ApiError): boolean {
  if (code === 'device-proof-expired' || code === 'device-proof-not-valid') return true;
  return status === null || status === 429 || status >= 500;
}

/** Removes the session that this token belongs to, unless a sign-out or sign-in did so in the meantime. */
export function endLostSession(token: string): void {
  const stored = [STORAGE_KEYS.accessToken, STORAGE_KEYS.refreshToken].map(readStored);
  if (stored.includes(token)) endSession('key-lost');
}

function endSession(why: SessionEnd): RefreshOutcome {
  removeLogin();
  for (const listener of endListeners) listener(why);
  return { at: 'ended' };
}

/** Browsers provide locks only in secure contexts; elsewhere renewals are serialized within this tab only. */
function holdLock<T>(task: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  return locks ? locks.request(LOCK_NAME, task) : task();
}
