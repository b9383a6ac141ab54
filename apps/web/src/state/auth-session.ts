import * as z from 'zod/mini';
import { t } from '#language/t';
import { type UnverifiedUser, type User, unverifiedUser, user } from '#wire/auth/user';
import { KEY_LOST } from '../lib/api-result.ts';
import { removeKept } from '../lib/kept-database.ts';
import { parseJson } from '../lib/parse-json.ts';
import { endPush } from '../lib/push/end-push.ts';
import { onSessionEnd, type SessionEnd } from '../lib/session-refresh.ts';
import {
  readStored,
  removeEntries,
  removeLogin,
  removeStored,
  STORAGE_KEYS,
  writeStored,
  writeTokens,
} from '../lib/storage.ts';
import { createStore, useStore } from '../lib/store.ts';
import { showToast } from './toast.ts';

/** The reasons for a sign-out that the sign-in page explains. */
export type SignedOutReason = 'idle' | 'wallet-deleted';

/** How a session ended. */
export interface SignedOut {
  /** Signed out by choice: the next sign-in does not return to the same page. */
  isByChoice: boolean;
  reason?: SignedOutReason | undefined;
}

/** The session of this browser (§4 Session). */
export type AuthSession =
  | { status: 'loading' }
  | ({ status: 'signed-out' } & SignedOut)
  | { status: 'signed-in'; user: User };

const store = createStore<AuthSession>({ status: 'loading' });
let isSigningOut = false;

/** @returns the session; rerenders the component when it changes. */
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

/** @returns the signed-in user's id; null when no one is signed in */
export function currentUserId(): string | null {
  const session = store.get();
  return session.status === 'signed-in' ? session.user.id : null;
}

/** Reads the stored session and follows changes by other tabs and the API client. @returns a function that stops it */
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

function endSession(why: SessionEnd): void {
  // The code that signs out tells the user why, also when a call that was on its way is refused after that.
  if (isSigningOut || store.get().status === 'signed-out') return;
  signOutLocally({ isByChoice: false });
  const sentence = why === 'key-lost' ? KEY_LOST : t('Your session has ended. Sign in again.');
  showToast(sentence, { tone: 'info' });
}

function readSession(): void {
  const known = readUser();
  const token = readStored(STORAGE_KEYS.accessToken);
  if (!known || !token) {
    if (store.get().status === 'signed-out') return;
    // Another tab signed out; what was entered in this one goes too.
    removeEntries();
    void endPush();
    removeKept();
    store.set({ status: 'signed-out', isByChoice: false });
    return;
  }
  const current = store.get();
  if (current.status === 'signed-in' && current.user.id === known.id) return;
  store.set({ status: 'signed-in', user: known });
}

/** Removes a saved user that does not parse (§4 Session), but keeps a registration until it is verified. */
function readUser(): User | null {
  const text = readStored(STORAGE_KEYS.user);
  if (text === null) return null;
  const parsed = z.safeParse(user, parseJson(text));
  if (parsed.success) return parsed.data;
  if (!readRegistration()) removeStored(STORAGE_KEYS.user);
  return null;
}

/** A registration started in this browser and not verified yet. */
export interface Registration {
  user: UnverifiedUser;
  /** Proves to the server that this browser started it. */
  registrationToken: string;
}

/**
 * Stores the registered user and marks them authenticated (§4 Session). There is no token until the codes are
 * entered, and guards check for the token.
 */
export function storeRegistration({ user: signedInUser, registrationToken }: Registration): void {
  removeLogin();
  removeKept();
  writeStored(STORAGE_KEYS.user, JSON.stringify({ ...signedInUser, registrationToken }));
  writeStored(STORAGE_KEYS.isAuthenticated, 'true');
}

/** @returns the unfinished registration of this browser, or null when there is none. */
export function readRegistration(): Registration | null {
  const parsed = z.safeParse(storedRegistration, parseJson(readStored(STORAGE_KEYS.user) ?? ''));
  if (!parsed.success) return null;
  const { registrationToken, ...signedInUser } = parsed.data;
  return { user: signedInUser, registrationToken };
}

const storedRegistration = z.object({ ...unverifiedUser.shape, registrationToken: z.string() });

/** Stores contacts that changed meanwhile, of this user alone. */
export function storeContacts(
  userId: string,
  { email, phone }: Pick<User, 'email' | 'phone'>,
): void {
  const session = store.get();
  if (session.status !== 'signed-in' || session.user.id !== userId) return;
  if (session.user.email === email && session.user.phone === phone) return;
  const changed = { ...session.user, email, phone };
  writeStored(STORAGE_KEYS.user, JSON.stringify(changed));
  store.set({ status: 'signed-in', user: changed });
}

/** Stores the wallet that took the place of this user's, and removes what was kept of the one before. */
export function storeWallet(userId: string, wallet: User['wallet']): void {
  const session = store.get();
  if (session.status !== 'signed-in' || session.user.id !== userId) return;
  removeKept();
  const changed = { ...session.user, wallet };
  writeStored(STORAGE_KEYS.user, JSON.stringify(changed));
  store.set({ status: 'signed-in', user: changed });
}

export interface SignedIn {
  user: User;
  accessToken: string;
  refreshToken: string;
}

/** Stores the user and both tokens, and sets the session to signed in. */
export function storeSignIn({ user: signedInUser, accessToken, refreshToken }: SignedIn): void {
  removeKept();
  writeStored(STORAGE_KEYS.user, JSON.stringify(signedInUser));
  writeStored(STORAGE_KEYS.isAuthenticated, 'true');
  writeTokens({ accessToken, refreshToken });
  store.set({ status: 'signed-in', user: signedInUser });
}

/** Removes the stored login. The caller notifies the server. */
export function signOutLocally({ isByChoice, reason }: SignedOut = { isByChoice: true }): void {
  removeLogin();
  void endPush();
  removeKept();
  store.set({ status: 'signed-out', isByChoice, reason });
}

/** Signs out after `task`, which still needs the tokens to notify the server. */
export async function signOutAfter(task: () => Promise<unknown>, how: SignedOut): Promise<void> {
  isSigningOut = true;
  try {
    await task();
  } finally {
    isSigningOut = false;
    signOutLocally(how);
  }
}

/** Sets the reason after a sign-out by another tab, which can't pass the reason on. */
export function explainSignOut(reason: SignedOutReason): void {
  const session = store.get();
  if (session.status === 'signed-out' && !session.isByChoice) store.set({ ...session, reason });
}
