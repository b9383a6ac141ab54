import type { SECURITY_EVENTS } from '#wire/security/security-events';

/** Events that no owner sees in a list. */
const OTHER_EVENTS = [
  'registration-started',
  'registration-of-known',
  'account-created',
  'codes-sent',
  'codes-refused',
  'login-throttled',
  'logout',
  'session-terminated',
  'other-sessions-terminated',
  'password-wrong',
  'recovery-unwrapped',
  'recovery-capped',
  'export-refused',
  'owner-wrap-opened',
  'wallet-deleted',
  'passkey-refused',
  'operator-resend',
  'operator-cancellation',
] as const;

/** Events worth remembering for a user's security. A closed set, never with a secret. */
export type AuditEvent = (typeof SECURITY_EVENTS)[number] | (typeof OTHER_EVENTS)[number];

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

/** Authenticates rows and heads of the log with a secret that is not in the database. */
export interface AuditKey {
  /** Stored with each row, so that a reader knows which key it needs. */
  readonly id: string;
  /** @returns 32 bytes, the same for the same purpose and fields only; null is no text */
  authenticate(purpose: 'row' | 'head', fields: readonly (string | null)[]): Uint8Array;
}

/** Where the log ends at one moment. */
export interface AuditEnd {
  /** Id of the newest row; 0 for an empty log. */
  readonly lastId: bigint;
  readonly count: number;
  /** Hash of the newest row; null for an empty log. */
  readonly hash: Uint8Array | null;
}

/** The end of the log, as it is recorded outside the database. */
export interface AuditHead extends AuditEnd {
  readonly at: Date;
}

export interface AuditEnds {
  /**
   * @param since an end that was read before; only newer rows are counted
   * @returns the end, and whether the log still has the row that it ended with before
   */
  readEnd(since: AuditEnd | null): Promise<AuditEnd & { readonly hasSince: boolean }>;
}

/** Where heads are recorded, so that whoever can write to the database cannot take them back. */
export interface AuditHeads {
  record(head: AuditHead): Promise<void>;
}
