import type { terminateSession } from '#wire/auth/terminate-session';
import type { ResponseOf } from '#wire/contract';
import { type Client, type Handler, type Refusal, refuse } from '../../application/call.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Sessions } from '../../ports/sessions.ts';

export interface TerminateSessionPorts {
  readonly sessions: Pick<Sessions, 'end'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Ends one session of the caller; someone else's is as unknown as one that never existed. */
export function createTerminateSession(
  ports: TerminateSessionPorts,
): Handler<typeof terminateSession> {
  return ({ params, session, client }) =>
    endSession(ports, { userId: session.userId, sessionId: params.id }, client);
}

/** @returns which session ended, or why none did */
export async function endSession(
  { sessions, audit, clock }: TerminateSessionPorts,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  { ip }: Client,
): Promise<ResponseOf<typeof terminateSession> | Refusal> {
  const isEnded = UUID.test(sessionId) && (await sessions.end(userId, sessionId));
  if (!isEnded) return refuse('unknown-session');
  await audit.append({ at: clock.now(), event: 'session-terminated', ip, userId, sessionId });
  return { success: true, sessionId };
}
