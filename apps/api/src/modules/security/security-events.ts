import { SECURITY_EVENTS, type securityEvents } from '#wire/security/security-events';
import type { Handler } from '../../application/call.ts';
import type { Places } from '../../ports/places.ts';
import type { SecurityLog } from '../../ports/security-log.ts';

export interface SecurityEventsPorts {
  readonly securityLog: SecurityLog;
  readonly places: Places;
}

const MOST = 50;

/** Lists the newest security events of the caller's account. */
export function createSecurityEvents({
  securityLog,
  places,
}: SecurityEventsPorts): Handler<typeof securityEvents> {
  return async ({ session }) => {
    const listed = await securityLog.list(session.userId, SECURITY_EVENTS, MOST);
    const events = listed.map(({ id, event, at, ip }) => {
      const { city, country } = places.find(ip);
      const place = [city, country].filter((each) => each !== null).join(', ');
      return { id, event, at: at.toISOString(), ip, place: place === '' ? null : place };
    });
    return { events };
  };
}
