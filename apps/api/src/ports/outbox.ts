/** What people are told by mail or text message. Closed: each has its text in `notices`. */
export const NOTICE_TOPICS = [
  'registration-codes',
  'account-exists',
  'reset-codes',
  'password-reset',
  'password-changed',
  'new-device',
  'session-reused',
  'keys-exported',
  'wallet-deleted',
  'operation-confirmed',
  'operation-reverted',
  'operation-replaced',
] as const;

export type NoticeTopic = (typeof NOTICE_TOPICS)[number];
export type Channel = 'email' | 'sms';

/** One message to one person on one channel, stored together with what it tells of and sent afterwards. */
export interface Notice {
  readonly topic: NoticeTopic;
  readonly channel: Channel;
  /** An e-mail address or an E.164 number. */
  readonly recipient: string;
  readonly userId: string | null;
  /** What the text is filled with; nothing secret. */
  readonly content: Readonly<Record<string, string>>;
  /** A code, sealed by `CodeSecrets`; forgotten once it is sent. */
  readonly secret: Uint8Array | null;
  /** Not sent after this. */
  readonly expiresAt: Date | null;
}

/** A notice that one sender holds for a while. */
export interface TakenNotice extends Notice {
  readonly id: string;
  readonly createdAt: Date;
  /** How often it was tried before. */
  readonly attempts: number;
}

export interface Outbox {
  /** Stores notices that belong to no other change. */
  add(notices: readonly Notice[], now: Date): Promise<void>;
  /** Takes what is due, for `leaseMs`; nobody else gets it meanwhile. The oldest first. */
  take(now: Date, most: number, leaseMs: number): Promise<readonly TakenNotice[]>;
  /** It is out: its secret is forgotten. */
  markSent(id: string, now: Date): Promise<void>;
  /** It could not be sent; tried again at that time, or never when null. Its secret is forgotten with the last try. */
  markFailed(id: string, retryAt: Date | null): Promise<void>;
  /** Deletes what was sent or given up before this, and forgets secrets that are over. */
  sweep(before: Date, now: Date): Promise<void>;
}
