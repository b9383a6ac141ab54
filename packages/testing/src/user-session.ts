import type { UserSession } from '#wire/auth/user-sessions';

/** @returns another device of a user; a test gives what it is about, the rest has defaults. */
export function buildUserSession(values: Partial<UserSession> = {}): UserSession {
  const id = values.id ?? 'session-other';
  return {
    id,
    _id: id,
    device: 'Firefox on Windows',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:133.0) Gecko/20100101 Firefox/133.0',
    isCurrent: false,
    isDeviceBound: true,
    location: { country: 'Portugal', city: 'Lisbon' },
    ipAddress: '188.251.40.3',
    lastActiveAt: '2026-01-02T03:04:05.000Z',
    createdAt: '2026-01-01T03:04:05.000Z',
    ...values,
  };
}
