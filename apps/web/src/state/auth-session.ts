import * as z from 'zod/mini';
import { type User, user } from '#wire/auth/user';
import { onSessionEnd } from '../lib/session-refresh.ts';
import {
  readStored,
  removeLogin,
  removeStored,
  STORAGE_KEYS,
  writeStored,
  writeTokens,
} from '../lib/storage.ts';
import { createStore, useStore } from '../lib/store.ts';
import { showToast } from './toast.ts';

/**
 * Who is signed in on this browser (§4 Session). `left` is true after a person signed out by
 * choice: the next one to sign in does not land where that one was.
 */
export type AuthSession =
  | { status: 'loading' }
  | { status: 'signed-out'; left: boolean }
  | { status: 'signed-in'; user: User };

const store = createStore<AuthSession>({ status: 'loading' });

/** The session; the component draws again when it changes. */
export function useAuthSession(): AuthSession {
  return useStore(store);
}

/**
 * The signed-in person, for screens behind the guard.
 * @throws when nobody is signed in.
 */
export function useUser(): User {
  const session = useAuthSession();
  if (session.status !== 'signed-in') throw new Error('useUser must be used behind the guard');
  return session.user;
}

/** Reads the stored session, and follows what other tabs and the API client do to it. */
export function followStoredSession(): () => void {
  readSession();
  const stopFollowing = onSessionEnd(endSession);
  const handleStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === STORAGE_KEYS.accessToken) readSession();
  };
  window.addEventListener('storage', handleStorage);
  return () => {
    stopFollowing();
    window.removeEventListener('storage', handleStorage);
  };
}

function endSession(): void {
  signOutLocally({ left: false });
  showToast('Your session has ended. Sign in again.', { tone: 'info' });
}

function readSession(): void {
  const known = readUser();
  const token = readStored(STORAGE_KEYS.accessToken);
  if (!known || !token) {
    if (store.get().status !== 'signed-out') store.set({ status: 'signed-out', left: false });
    return;
  }
  const current = store.get();
  if (current.status === 'signed-in' && current.user.id === known.id) return;
  store.set({ status: 'signed-in', user: known });
}

/** A saved user that does not parse is removed (§4 Session). */
function readUser(): User | null {
  const text = readStored(STORAGE_KEYS.user);
  if (text === null) return null;
  const parsed = z.safeParse(user, parseJson(text));
  if (parsed.success) return parsed.data;
  removeStored(STORAGE_KEYS.user);
  return null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface SignedIn {
  user: User;
  accessToken: string;
  refreshToken: string;
}

/** Stores who signed in and both tokens, and moves to signed in. */
export function storeSignIn({ user: person, accessToken, refreshToken }: SignedIn): void {
  writeStored(STORAGE_KEYS.user, JSON.stringify(person));
  writeStored(STORAGE_KEYS.isAuthenticated, 'true');
  writeTokens({ accessToken, refreshToken });
  store.set({ status: 'signed-in', user: person });
}

/** Forgets who is signed in on this browser. Telling the server is the caller's part. */
export function signOutLocally({ left }: { left: boolean } = { left: true }): void {
  removeLogin();
  store.set({ status: 'signed-out', left });
}
