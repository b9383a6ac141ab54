/** Events worth remembering for a user's security. A closed set, never with a secret. */
const AUDIT_EVENTS = [
  'registration-started',
  'registration-of-known',
  'account-created',
  'codes-sent',
  'codes-refused',
  'login',
  'login-refused',
  'login-throttled',
  'logout',
  'refresh-reused',
  'session-terminated',
  'other-sessions-terminated',
  'password-changed',
  'password-wrong',
  'password-reset',
  'recovery-unwrapped',
  'recovery-capped',
  'keys-exported',
  'export-refused',
  'wallet-deleted',
  'operator-resend',
  'operator-cancellation',
] as const;

export type AuditEvent = (typeof AUDIT_EVENTS)[number];

/** An append-only log in which every row's hash covers the row before. */
export interface Audit {
  append(entry: {
    readonly at: Date;
    readonly event: AuditEvent;
    /** `local` for what an operator did on the server itself. */
    readonly ip: string;
    readonly userId?: string;
    readonly sessionId?: string;
  }): Promise<void>;
}
