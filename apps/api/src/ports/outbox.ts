import type { Language } from '#language/languages';

/** What users are notified of by email or text message. A closed set: each has its text in `notices`. */
export const NOTICE_TOPICS = [
  'registration-codes',
  'account-exists',
  'reset-codes',
  'contact-change-codes',
  'contact-in-use',
  'contact-change-confirmed',
  'contact-change-cancelled',
  'contact-changed',
  'saved-address-changed',
  'password-reset',
  'password-changed',
  'new-device',
  'session-reused',
  'session-copied',
  'keys-exported',
  'custody-changed',
  'factor-added',
  'factor-removed',
  'recovery-codes-replaced',
  'recovery-code-used',
  'wallet-deleted',
  'unfreeze-codes',
  'lost-factors-codes',
  'account-frozen',
  'account-unfrozen',
  'limit-raised',
  'hold-lifted',
  'factors-removal',
  'factors-removed',
  'security-reminder',
  'operation-confirmed',
  'operation-reverted',
  'operation-replaced',
  'claim-sent',
  'claim-reminder',
  'claim-reminder-link',
  'claim-claimed',
  'claim-expired',
  'money-received',
] as const;

/** Those with the link of a payment: the code in it lets whoever reads it open the payment. */
export const CLAIM_LINK_TOPICS: readonly NoticeTopic[] = ['claim-sent', 'claim-reminder-link'];

/** Those about the security of an account, which its user can't turn off. Those with codes come when they are requested. */
export const SECURITY_TOPICS: readonly NoticeTopic[] = [
  'password-reset',
  'password-changed',
  'new-device',
  'session-reused',
  'session-copied',
  'keys-exported',
  'custody-changed',
  'contact-change-confirmed',
  'contact-change-cancelled',
  'contact-changed',
  'saved-address-changed',
  'factor-added',
  'factor-removed',
  'recovery-codes-replaced',
  'recovery-code-used',
  'account-frozen',
  'account-unfrozen',
  'limit-raised',
  'hold-lifted',
  'factors-removal',
  'factors-removed',
];

/** Those that have a code. */
export const CODE_TOPICS: readonly NoticeTopic[] = [
  'registration-codes',
  'reset-codes',
  'contact-change-codes',
  'unfreeze-codes',
  'lost-factors-codes',
  ...CLAIM_LINK_TOPICS,
];

export type NoticeTopic = (typeof NOTICE_TOPICS)[number];
export type Channel = 'email' | 'sms';

/** One message to one user on one channel, stored together with the event it reports and sent afterwards. */
export interface Notice {
  readonly topic: NoticeTopic;
  readonly channel: Channel;
  /** An email address or an E.164 number. */
  readonly recipient: string;
  readonly userId: string | null;
  /** What the text is filled with, and its `language` where no user has one; nothing secret. */
  readonly content: Readonly<Record<string, string>>;
  /** A code, sealed by `CodeSecrets`; erased once it is sent. */
  readonly secret: Uint8Array | null;
  /** Not sent before this; left out for one that is sent immediately. */
  readonly dueAt?: Date;
  /** Not sent after this. */
  readonly expiresAt: Date | null;
}

/** A notice that one sender has claimed for a while. */
export interface TakenNotice extends Notice {
  readonly id: string;
  readonly createdAt: Date;
  /** How many attempts were made before. */
  readonly attempts: number;
  /** Of its user; of whoever caused it where there is none. */
  readonly language: Language;
}

/** How one sender gets its notices. */
export interface NoticeQueue {
  /** Takes what is due, for `leaseMs`, oldest first; no one else gets it meanwhile. */
  take(now: Date, most: number, leaseMs: number): Promise<readonly TakenNotice[]>;
  /** It was sent: its secret is erased. */
  markSent(id: string, now: Date): Promise<void>;
  /** It could not be sent; retried at that time, or never when null. Its secret is erased with the last try. */
  markFailed(id: string, retryAt: Date | null): Promise<void>;
}

/** All notices but those that have a code. */
export interface Outbox extends NoticeQueue {
  /** Stores notices that belong to no other change. */
  add(notices: readonly Notice[], now: Date): Promise<void>;
  /** Deletes what was sent or given up before this. */
  sweep(before: Date): Promise<void>;
}

/** The notices that have a code. */
export interface CodeOutbox extends NoticeQueue {
  /** Erases codes that have expired. */
  forgetSecrets(now: Date): Promise<void>;
}
