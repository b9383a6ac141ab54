import { isOver } from '#domain/session/session-limits';
import type { UserSession, userSessions } from '#wire/auth/user-sessions';
import type { Handler } from '../../application/call.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Places } from '../../ports/places.ts';
import type { ListedSession, Sessions } from '../../ports/sessions.ts';
import { deviceName } from './sessions/device-name.ts';

export interface UserSessionsPorts {
  readonly sessions: Pick<Sessions, 'list'>;
  readonly places: Places;
  readonly clock: Pick<Clock, 'now'>;
}

const MOST_CHARACTERS = 256;

/** Lists the sessions of the caller: the current one first, then by latest activity. */
export function createUserSessions(ports: UserSessionsPorts): Handler<typeof userSessions> {
  return async ({ session }) => {
    const now = ports.clock.now();
    const listed = await ports.sessions.list(session.userId);
    const sessions = listed
      .filter((each) => !isOver(each, now))
      .map((each) => view(each, session.sessionId, ports.places))
      .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
    return { sessions, data: { sessions } };
  };
}

function view(session: ListedSession, currentId: string, places: Places): UserSession {
  const { id, userAgent, ip, createdAt, lastActiveAt, deviceKey } = session;
  return {
    id,
    _id: id,
    device: deviceName(userAgent),
    userAgent: userAgent.slice(0, MOST_CHARACTERS),
    isCurrent: id === currentId,
    isDeviceBound: deviceKey !== null,
    location: places.find(ip),
    ipAddress: ip,
    lastActiveAt: lastActiveAt.toISOString(),
    createdAt: createdAt.toISOString(),
  };
}
