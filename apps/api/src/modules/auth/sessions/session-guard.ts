import { isOver } from '#domain/session/session-limits';
import type { SessionGuard } from '../../../application/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Sessions } from '../../../ports/sessions.ts';
import type { KeyHandoff } from './key-handoff.ts';
import { hashToken, isTokenOf } from './session-token.ts';

export interface SessionGuardPorts {
  readonly sessions: Pick<Sessions, 'findByAccessToken' | 'touch'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Called with every accepted bearer. */
  readonly keyHandoff: KeyHandoff;
}

const BEARER = /^bearer ([^\s]+)$/i;
/** A session's last activity is stored at most this often. */
const TOUCH_EVERY_MS = 30_000;

/**
 * Looks a bearer up with one statement. Tokens count only in the Authorization header.
 * What a page does automatically (`X-Background: 1`) does not keep a session alive.
 */
export function createSessionGuard({
  sessions,
  clock,
  keyHandoff,
}: SessionGuardPorts): SessionGuard {
  return async ({ authorization, isBackground }) => {
    const token = BEARER.exec(authorization ?? '')?.[1];
    if (token === undefined || !isTokenOf('access', token)) return null;
    const hash = hashToken(token);
    const found = await sessions.findByAccessToken(hash);
    const now = clock.now();
    if (found === null || isOver(found, now) || now >= found.tokenExpiresAt) return null;
    const isStale = now.getTime() - found.lastActiveAt.getTime() >= TOUCH_EVERY_MS;
    if (!found.isPresented || (!isBackground && isStale)) {
      await sessions.touch(found, hash, isBackground ? found.lastActiveAt : now);
    }
    const { userId, sessionId, publicAddress, privateAddress } = found;
    const bearer = { userId, sessionId, accessToken: token };
    keyHandoff.open(bearer);
    return { ...bearer, publicAddress, privateAddress };
  };
}
