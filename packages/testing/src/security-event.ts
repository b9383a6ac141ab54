import type { SecurityEvent } from '#wire/security/security-events';

/** @returns a sign-in from this computer; a test gives what it is about, the rest has defaults. */
export function buildSecurityEvent(values: Partial<SecurityEvent> = {}): SecurityEvent {
  return {
    id: 'event-1',
    event: 'login',
    at: '2026-11-01T08:00:00.000Z',
    ip: '127.0.0.1',
    place: null,
    ...values,
  };
}
