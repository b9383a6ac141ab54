import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from './eventually.ts';
import { signIn, type User } from './user.ts';

/** From the last sign-out until the pool's process has closed the wallet. */
const CLOSING_MS = 4_000;

/** Signs alice out everywhere, and in again when her wallet is closed. @returns ms until her private balance arrives */
export async function signInOnceMore(appUrl: string): Promise<number> {
  const before = await signIn(appUrl, 'alice@kax.test');
  await fetch(`${appUrl}/api/auth/terminate-other-sessions`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${before.accessToken}` },
  });
  await before.get('/auth/logout');
  await sleep(CLOSING_MS);
  const alice = await signIn(appUrl, 'alice@kax.test');
  const began = performance.now();
  await untilPrivateReady(alice);
  return performance.now() - began;
}

/** Resolves when the user's private balance is known. */
export async function untilPrivateReady(user: User): Promise<void> {
  await eventually(async () => {
    const { privateState } = await (await user.get('/wallet/private/coins')).json();
    return privateState.status === 'ready' ? true : null;
  });
}
