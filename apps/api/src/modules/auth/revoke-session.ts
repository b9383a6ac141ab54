import type { revokeSession } from '#wire/auth/revoke-session';
import type { Handler } from '../../application/call.ts';
import { endSession, type TerminateSessionPorts } from './terminate-session.ts';

/** The same as `terminate-session`, under its other name. */
export function createRevokeSession(ports: TerminateSessionPorts): Handler<typeof revokeSession> {
  return ({ params, session, client }) =>
    endSession(ports, { userId: session.userId, sessionId: params.id }, client);
}
