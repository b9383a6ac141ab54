import { isOver } from '#domain/session/session-limits';
import type { Client, SessionGuard } from '../../../application/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { FoundSession, Sessions } from '../../../ports/sessions.ts';
import type { KeyHandoff } from './key-handoff.ts';
import { type CopiedTokenPorts, reportCopiedToken } from './report-copied-token.ts';
import { hashToken, isTokenOf } from './session-token.ts';

export interface SessionGuardPorts extends CopiedTokenPorts {
  readonly sessions: Pick<Sessions, 'findByAccessToken' | 'touch' | 'end'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Called with every accepted bearer. */
  readonly keyHandoff: KeyHandoff;
}

const BEARER = /^bearer ([^\s]+)$/i;
/** A session's last activity is stored at most this often. */
const TOUCH_EVERY_MS = 30_000;

/**
 * Looks a bearer up with one statement. Tokens count only in the Authorization header.
 * What a page does automatically (`X-Background: 1`) does not keep a session alive. A token that is used without the
 * device that its session is bound to was copied: the session ends.
 */
export function createSessionGuard(ports: SessionGuardPorts): SessionGuard {
  const { sessions, clock, keyHandoff } = ports;
  return async ({ authorization, isBackground, client }) => {
    const token = BEARER.exec(authorization ?? '')?.[1];
    if (token === undefined || !isTokenOf('access', token)) return null;
    const hash = hashToken(token);
    const found = await sessions.findByAccessToken(hash);
    const now = clock.now();
    if (found === null || isOver(found, now) || now >= found.tokenExpiresAt) return null;
    if (found.deviceKey !== null && found.deviceKey !== client.device) {
      await endCopied(ports, found, { ip: client.ip, at: now });
      return null;
    }
    const isStale = now.getTime() - found.lastActiveAt.getTime() >= TOUCH_EVERY_MS;
    if (!found.isPresented || (!isBackground && isStale)) {
      await sessions.touch(found, hash, isBackground ? found.lastActiveAt : now);
    }
    const { userId, sessionId, publicAddress, privateAddress, custody } = found;
    const bearer = { userId, sessionId, accessToken: token };
    keyHandoff.open(bearer);
    return { ...bearer, publicAddress, privateAddress, custody };
  };
}

/** Of several requests with a copied token, one reports it. */
async function endCopied(
  ports: SessionGuardPorts,
  { userId, sessionId }: FoundSession,
  { ip, at }: Pick<Client, 'ip'> & { readonly at: Date },
): Promise<void> {
  if (!(await ports.sessions.end(userId, sessionId))) return;
  await reportCopiedToken(ports, { userId, sessionId }, { kind: 'without-device', ip, at });
}
