import type { UserSession } from '#wire/auth/user-sessions';
import type { SecurityEvent } from '#wire/security/security-events';
import { deviceText } from '../../../lib/device-text.ts';
import type { SecurityItem } from './inbox-item.ts';

/** What the inbox needs of a session. */
export type KnownSession = Pick<UserSession, 'device' | 'createdAt' | 'isCurrent'>;

/** A session begins in the moment of its sign-in. */
const SAME_MOMENT_MS = 10_000;
/** A wrong password that its owner corrected. */
const CORRECTED_WITHIN_MS = 10 * 60_000;

/**
 * @param events newest first
 * @returns what concerns the security of the account, without what its owner does every day
 */
export function securityItems(
  events: readonly SecurityEvent[],
  sessions: readonly KnownSession[],
): readonly SecurityItem[] {
  return events.flatMap((event, index): readonly SecurityItem[] => {
    const isNewSignIn = isSignIn(event);
    const session = isNewSignIn ? sessionOf(event, sessions) : null;
    if (isNewSignIn && !isFromElsewhere(event, events.slice(index + 1))) return [];
    if (session?.isCurrent) return [];
    if (event.event === 'login-refused' && isCorrected(event, events.slice(0, index))) return [];
    const at = Date.parse(event.at);
    const device = session === null ? null : deviceText(session.device);
    return [{ kind: 'security', id: event.id, topic: 'security', at, event, isNewSignIn, device }];
  });
}

/** @returns whether any sign-in came from an address that no earlier one came from */
export function hasNewSignIns(events: readonly SecurityEvent[]): boolean {
  return events.some(
    (event, index) => isSignIn(event) && isFromElsewhere(event, events.slice(index + 1)),
  );
}

function isSignIn({ event }: SecurityEvent): boolean {
  return event === 'login' || event === 'passkey-login';
}

/** False for the earliest that is known: nothing says what was before it. */
function isFromElsewhere({ ip }: SecurityEvent, earlier: readonly SecurityEvent[]): boolean {
  const signIns = earlier.filter(isSignIn);
  return signIns.length > 0 && signIns.every((other) => other.ip !== ip);
}

function isCorrected({ ip, at }: SecurityEvent, later: readonly SecurityEvent[]): boolean {
  return later.some(
    (other) =>
      isSignIn(other) &&
      other.ip === ip &&
      Date.parse(other.at) - Date.parse(at) < CORRECTED_WITHIN_MS,
  );
}

function sessionOf({ at }: SecurityEvent, sessions: readonly KnownSession[]): KnownSession | null {
  const isIt = ({ createdAt }: KnownSession) =>
    Math.abs(Date.parse(createdAt) - Date.parse(at)) < SAME_MOMENT_MS;
  return sessions.find(isIt) ?? null;
}
