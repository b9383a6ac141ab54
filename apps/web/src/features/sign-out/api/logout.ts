import { logout } from '#wire/auth/logout';
import { callApi } from '../../../lib/api-client.ts';
import { signOutLocally } from '../../../state/auth-session.ts';

/** A person who leaves is not kept waiting for a server that does not answer. */
const WAIT_MS = 4_000;

/** Ends the session on the server, and in any case on this browser (§8 Logout). */
export async function signOut(): Promise<void> {
  await callApi(logout, { signal: AbortSignal.timeout(WAIT_MS) });
  signOutLocally();
}
