import type { PrivateAddress, PublicAddress } from '#domain/address/address';

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
  /** Stores a session; the user's oldest ones beyond `mostPerUser` end. */
  start(session: NewSession, mostPerUser: number): Promise<void>;
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
  /** Ends a session: its tokens and wraps are gone. */
  end(userId: string, sessionId: string): Promise<void>;
  /** Deletes sessions that ended by themselves, dead access tokens and old successors. @returns how many sessions. */
  sweep(limits: {
    readonly now: Date;
    readonly idleSince: Date;
    readonly successorsBefore: Date;
  }): Promise<number>;
}
