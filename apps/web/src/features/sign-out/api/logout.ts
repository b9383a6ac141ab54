import { logout } from '#wire/auth/logout';
import { callApi } from '../../../lib/api-client.ts';
import { readStored, STORAGE_KEYS } from '../../../lib/storage.ts';
import { signOutAfter } from '../../../state/auth-session.ts';

/** The user does not wait longer than this for a server that does not respond. */
const WAIT_MS = 4_000;

/** Ends the session on the server if it responds, and always in this browser (§8 Logout). */
export function signOut(): Promise<void> {
  return signOutAfter(endOnServer, { isByChoice: true });
}

/** The same for an idle user; signing in returns to the page they were on (§8 Idle logout). */
export function signOutIdle(): Promise<void> {
  return signOutAfter(endOnServer, { isByChoice: false, reason: 'idle' });
}

async function endOnServer(): Promise<void> {
  // Another tab may already have signed out.
  if (readStored(STORAGE_KEYS.accessToken) === null) return;
  const giveUp = new AbortController();
  const isLate = new Promise<void>((resolve) => {
    setTimeout(() => {
      giveUp.abort();
      resolve();
    }, WAIT_MS);
  });
  // The call may have to refresh the session first, which has no timeout of its own.
  await Promise.race([callApi(logout, { signal: giveUp.signal }), isLate]);
}
