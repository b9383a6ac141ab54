import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { Custody } from '#domain/custody/custody';
import type { Language } from '#language/languages';
import type { Notice } from './outbox.ts';

/** A token as it is stored: its hash, its expiry, and the wrap that only the token opens. */
export interface StoredToken {
  readonly hash: Uint8Array;
  readonly expiresAt: Date;
  readonly wrap: Uint8Array;
}

export interface TokenPair {
  readonly access: StoredToken;
  readonly refresh: StoredToken;
}

export interface NewSession {
  readonly id: string;
  readonly userId: string;
  readonly userAgent: string;
  readonly ip: string;
  readonly now: Date;
  /** The absolute end. */
  readonly endsAt: Date;
  readonly tokens: TokenPair;
  /** The salt of the password that opened it: a session must not begin with a password that was replaced meanwhile. */
  readonly passwordSalt: Uint8Array;
  readonly device: SignInDevice;
  /** Of its user's emails and messages from now on. */
  readonly language: Language;
}

/** The device of a sign-in, as far as the server can distinguish it from others. */
export interface SignInDevice {
  /** Program, system and country, as in `Chrome on Windows, France`. */
  readonly name: string;
  /** The thumbprint of its key, which distinguishes it from all others; null without one. */
  readonly key: string | null;
  /** Stored when the user has signed in before, but never with this device. */
  readonly notice: Notice;
}

/** A session as its owner sees it in a list; the reader decides whether it is still valid. */
export interface ListedSession {
  readonly id: string;
  readonly userAgent: string;
  readonly ip: string;
  readonly createdAt: Date;
  readonly lastActiveAt: Date;
  readonly endsAt: Date;
  /** Null when it is bound to no device. */
  readonly deviceKey: string | null;
}

/** A session found by a bearer's token; the reader decides whether it is still valid. */
export interface FoundSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly publicAddress: PublicAddress;
  readonly privateAddress: PrivateAddress;
  readonly custody: Custody;
  readonly lastActiveAt: Date;
  readonly endsAt: Date;
  readonly tokenExpiresAt: Date;
  /** False until a bearer shows the token for the first time. */
  readonly isPresented: boolean;
  /** The only key that may sign its requests; null when no request has to be signed. */
  readonly deviceKey: string | null;
}

/** A refresh token under the lock of its session. */
export interface FoundRefresh {
  readonly sessionId: string;
  readonly userId: string;
  readonly lastActiveAt: Date;
  readonly endsAt: Date;
  readonly deviceKey: string | null;
  /** Null until it is exchanged. */
  readonly usedAt: Date | null;
  readonly wrap: Uint8Array | null;
  readonly successor: Uint8Array | null;
  /** The state of the pair that followed it; null while there is none. */
  readonly next: { readonly isUsed: boolean; readonly isPresented: boolean } | null;
  /** When tokens of this session were exchanged in the last minute, oldest first. */
  readonly exchangedRecently: readonly Date[];
  /** This process saw that it was exchanged, or that its session ended, and the database denies it. */
  readonly isReplayed: boolean;
}

/** What to do with a presented refresh token. */
export type RefreshDecision =
  | { readonly kind: 'rotate'; readonly tokens: TokenPair; readonly successor: Uint8Array }
  | { readonly kind: 'keep' }
  | { readonly kind: 'end-session' };

/** What opens the wallet of a bearer. */
export interface UnlockMaterial {
  readonly wrap: Uint8Array;
  readonly seedCiphertext: Uint8Array;
}

export interface Sessions {
  /**
   * Stores a session and remembers its device; the user's oldest ones beyond `mostPerUser` end.
   * @returns false when the password was replaced meanwhile; nothing is stored then
   */
  start(session: NewSession, mostPerUser: number): Promise<boolean>;
  /**
   * At most one statement; concurrent calls share one. Always returns what is stored now.
   * @returns null for a token that no session knows, or whose rows do not have their seals
   */
  findByAccessToken(hash: Uint8Array): Promise<FoundSession | null>;
  unlockMaterial(accessTokenHash: Uint8Array): Promise<UnlockMaterial | null>;
  /** Records a bearer's activity. */
  touch(
    session: Pick<FoundSession, 'sessionId' | 'userId' | 'endsAt' | 'deviceKey'>,
    tokenHash: Uint8Array,
    now: Date,
  ): Promise<void>;
  /**
   * Presents a refresh token: `decide` runs under the lock of its session, and its decision is stored with it.
   * @returns the decision; null when no session knows the token, or its rows do not have their seals.
   */
  refresh(
    hash: Uint8Array,
    now: Date,
    decide: (found: FoundRefresh) => RefreshDecision,
  ): Promise<RefreshDecision | null>;
  /** The sessions of a user, most recently active first. */
  list(userId: string): Promise<readonly ListedSession[]>;
  /**
   * Ends a session and deletes its tokens and wraps.
   * @param sessionId a UUID
   * @returns false when this user has no such session
   */
  end(userId: string, sessionId: string): Promise<boolean>;
  /** Ends every session of a user but one. @returns how many. */
  endOthers(userId: string, keepSessionId: string): Promise<number>;
  /** Deletes expired sessions, dead access tokens and old successors. @returns how many sessions. */
  sweep(limits: {
    readonly now: Date;
    readonly idleSince: Date;
    readonly successorsBefore: Date;
  }): Promise<number>;
}
