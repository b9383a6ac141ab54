/** What is worth remembering of a person's security. Closed, and never with a secret in it. */
export const AUDIT_EVENTS = [
  'account-created',
  'login',
  'login-refused',
  'logout',
  'refresh-reused',
] as const;

export type AuditEvent = (typeof AUDIT_EVENTS)[number];

/** An append-only log in which every row's hash covers the row before. */
export interface Audit {
  append(entry: {
    readonly at: Date;
    readonly event: AuditEvent;
    readonly ip: string;
    readonly userId?: string;
    readonly sessionId?: string;
  }): Promise<void>;
}
