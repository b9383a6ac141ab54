import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { Notice } from './outbox.ts';

/** A token as it is stored: its hash, its end, and the wrap that only the token opens. */
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
}

/** What somebody signs in with, as far as the server can tell it from others. */
export interface SignInDevice {
  /** Program, system and country, as in `Chrome on Windows, France`. */
  readonly name: string;
  /** Stored when the person never signed in with it before, though with another one. */
  readonly notice: Notice;
}

/** A session as its owner sees it in a list; whether it still holds is the reader's to judge. */
export interface ListedSession {
  readonly id: string;
  readonly userAgent: string;
  readonly ip: string;
  readonly createdAt: Date;
  readonly lastActiveAt: Date;
  readonly endsAt: Date;
}

/** A session as a bearer's token finds it; whether it still holds is the reader's to judge. */
export interface FoundSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly publicAddress: PublicAddress;
  readonly privateAddress: PrivateAddress;
  readonly lastActiveAt: Date;
  readonly endsAt: Date;
  readonly tokenExpiresAt: Date;
  /** False until a bearer shows the token for the first time. */
  readonly isPresented: boolean;
}

/** A refresh token under the lock of its session. */
export interface FoundRefresh {
  readonly sessionId: string;
  readonly userId: string;
  readonly lastActiveAt: Date;
  readonly endsAt: Date;
  /** Null while it was not exchanged. */
  readonly usedAt: Date | null;
  readonly wrap: Uint8Array | null;
  readonly successor: Uint8Array | null;
  /** What became of the pair that came after it; null while there is none. */
  readonly next: { readonly isUsed: boolean; readonly isPresented: boolean } | null;
  /** When tokens of this session were exchanged in the last minute, the oldest first. */
  readonly exchangedRecently: readonly Date[];
}

/** What is to be done with a refresh token that was shown. */
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
  /** At most one statement; many at once share one. Always what is stored now. */
  findByAccessToken(hash: Uint8Array): Promise<FoundSession | null>;
  unlockMaterial(accessTokenHash: Uint8Array): Promise<UnlockMaterial | null>;
  /** Remembers that a bearer was here. */
  touch(sessionId: string, tokenHash: Uint8Array, now: Date): Promise<void>;
  /**
   * Shows a refresh token: `decide` is asked under the lock of its session, and what it says is stored with it.
   * @returns the decision; null when no session knows the token.
   */
  refresh(
    hash: Uint8Array,
    now: Date,
    decide: (found: FoundRefresh) => RefreshDecision,
  ): Promise<RefreshDecision | null>;
  /** The sessions of a user, the latest active first. */
  list(userId: string): Promise<readonly ListedSession[]>;
  /**
   * Ends a session: its tokens and wraps are gone.
   * @param sessionId a UUID
   * @returns false when this user has no such session
   */
  end(userId: string, sessionId: string): Promise<boolean>;
  /** Ends every session of a user but one. @returns how many. */
  endOthers(userId: string, keepSessionId: string): Promise<number>;
  /** Deletes sessions that ended by themselves, dead access tokens and old successors. @returns how many sessions. */
  sweep(limits: {
    readonly now: Date;
    readonly idleSince: Date;
    readonly successorsBefore: Date;
  }): Promise<number>;
}
