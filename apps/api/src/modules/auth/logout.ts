import type { logout } from '#wire/auth/logout';
import type { Handler } from '../../application/call.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Sessions } from '../../ports/sessions.ts';

export interface LogoutPorts {
  readonly sessions: Pick<Sessions, 'end'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
}

/** Ends the caller's session: its tokens no longer open anything. */
export function createLogout({ sessions, audit, clock }: LogoutPorts): Handler<typeof logout> {
  return async ({ session, client }) => {
    const { userId, sessionId } = session;
    await sessions.end(userId, sessionId);
    await audit.append({ at: clock.now(), event: 'logout', ip: client.ip, userId, sessionId });
    return { success: true };
  };
}
