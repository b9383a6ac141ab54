import { logout } from '#wire/auth/logout';
import { callApi } from '../../../lib/api-client.ts';
import { readStored, STORAGE_KEYS } from '../../../lib/storage.ts';
import { signOutAfter } from '../../../state/auth-session.ts';

/** A user who leaves is not kept waiting for a server that does not respond. */
const WAIT_MS = 4_000;

/** Ends the session on the server, and in any case on this browser (§8 Logout). */
export function signOut(): Promise<void> {
  return signOutAfter(endOnServer, { left: true });
}

/** The same for a user who has been away; signing in leads back to where that one was (§8 Idle logout). */
export function signOutIdle(): Promise<void> {
  return signOutAfter(endOnServer, { left: false, reason: 'idle' });
}

async function endOnServer(): Promise<void> {
  // Another tab may have done it already.
  if (readStored(STORAGE_KEYS.accessToken) === null) return;
  const giveUp = new AbortController();
  const isLate = new Promise<void>((resolve) => {
    setTimeout(() => {
      giveUp.abort();
      resolve();
    }, WAIT_MS);
  });
  // The call may have to renew the session first, which has no time limit of its own.
  await Promise.race([callApi(logout, { signal: giveUp.signal }), isLate]);
}
