import type { terminateOtherSessions } from '#wire/auth/terminate-other-sessions';
import type { Handler } from '../../application/call.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Sessions } from '../../ports/sessions.ts';

export interface TerminateOtherSessionsPorts {
  readonly sessions: Pick<Sessions, 'endOthers'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
}

/** Ends every session of the caller except the current one. */
export function createTerminateOtherSessions({
  sessions,
  audit,
  clock,
}: TerminateOtherSessionsPorts): Handler<typeof terminateOtherSessions> {
  return async ({ session, client }) => {
    const { userId, sessionId } = session;
    const terminated = await sessions.endOthers(userId, sessionId);
    await audit.append({
      at: clock.now(),
      event: 'other-sessions-terminated',
      ip: client.ip,
      userId,
      sessionId,
    });
    const message = 'All other sessions have been terminated successfully!';
    return { success: true, message, terminated };
  };
}
