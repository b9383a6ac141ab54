import * as z from 'zod/mini';
import { type UnverifiedUser, type User, unverifiedUser, user } from '#wire/auth/user';
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

/** Why no one is signed in any more, where the sign-in page has to say so. */
export type SignedOutReason = 'idle' | 'wallet-deleted';

/** How someone leaves. */
export interface SignedOut {
  /** By choice: the next one to sign in does not land where that one was. */
  left: boolean;
  reason?: SignedOutReason | undefined;
}

/** Who is signed in on this browser (§4 Session). */
export type AuthSession =
  | { status: 'loading' }
  | ({ status: 'signed-out' } & SignedOut)
  | { status: 'signed-in'; user: User };

const store = createStore<AuthSession>({ status: 'loading' });
let isLeaving = false;

/** The session; the component draws again when it changes. */
export function useAuthSession(): AuthSession {
  return useStore(store);
}

/**
 * The signed-in user, for screens behind the guard.
 * @throws when no one is signed in.
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
  // Whoever is leaving already learns why from the one who signs out.
  if (isLeaving) return;
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

/** A saved user that does not parse is removed (§4 Session); someone who registered stays until verified. */
function readUser(): User | null {
  const text = readStored(STORAGE_KEYS.user);
  if (text === null) return null;
  const parsed = z.safeParse(user, parseJson(text));
  if (parsed.success) return parsed.data;
  if (!readRegistration()) removeStored(STORAGE_KEYS.user);
  return null;
}

/** A registration that this browser began and that is not verified yet. */
export interface Registration {
  user: UnverifiedUser;
  /** Proves to the server that this browser began it. */
  registrationToken: string;
}

/**
 * Stores who registered and marks it authenticated (§4 Session). There is no token yet, and guards ask for
 * that: the codes have to be entered first.
 */
export function storeRegistration({ user: signedInUser, registrationToken }: Registration): void {
  removeLogin();
  writeStored(STORAGE_KEYS.user, JSON.stringify({ ...signedInUser, registrationToken }));
  writeStored(STORAGE_KEYS.isAuthenticated, 'true');
}

/** @returns the registration of this browser, or null when there is none to finish. */
export function readRegistration(): Registration | null {
  const parsed = z.safeParse(storedRegistration, parseJson(readStored(STORAGE_KEYS.user) ?? ''));
  if (!parsed.success) return null;
  const { registrationToken, ...signedInUser } = parsed.data;
  return { user: signedInUser, registrationToken };
}

const storedRegistration = z.object({ ...unverifiedUser.shape, registrationToken: z.string() });

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
export function storeSignIn({ user: signedInUser, accessToken, refreshToken }: SignedIn): void {
  writeStored(STORAGE_KEYS.user, JSON.stringify(signedInUser));
  writeStored(STORAGE_KEYS.isAuthenticated, 'true');
  writeTokens({ accessToken, refreshToken });
  store.set({ status: 'signed-in', user: signedInUser });
}

/** Forgets who is signed in on this browser. Notifying the server is the caller's part. */
export function signOutLocally({ left, reason }: SignedOut = { left: true }): void {
  removeLogin();
  store.set({ status: 'signed-out', left, reason });
}

/** Forgets who is signed in once `task` is done: while it notifies the server, the tokens are still needed. */
export async function signOutAfter(task: () => Promise<unknown>, how: SignedOut): Promise<void> {
  isLeaving = true;
  try {
    await task();
  } finally {
    isLeaving = false;
    signOutLocally(how);
  }
}

/** Says why, when another tab has signed out for this one too and could not say why. */
export function explainSignOut(reason: SignedOutReason): void {
  const session = store.get();
  if (session.status === 'signed-out' && !session.left) store.set({ ...session, reason });
}
