/** A passkey of the signer's own host, or six words that the signer drew. */
export type OwnerWrapKind = 'passkey' | 'phrase';

/** A way to open the keys of a wallet that only its owner has, as it is listed. */
export interface OwnerWrap {
  /** A UUID that the signer drew. */
  readonly id: string;
  readonly version: 1;
  readonly kind: OwnerWrapKind;
  /** As its owner calls it. */
  readonly label: string;
  /** base64url; empty for six words. */
  readonly credentialId: string;
  /** SPKI as base64url; empty for six words. */
  readonly publicKey: string;
  readonly createdAt: Date;
  /** When its box was last requested; null before. */
  readonly usedAt: Date | null;
}

/** A way with its boxes, which open with what its owner has. */
export interface SealedOwnerWrap extends Omit<OwnerWrap, 'createdAt' | 'usedAt'> {
  /** 16 bytes for six words; none for a passkey. */
  readonly salt: Uint8Array;
  /** What signs: 12 bytes of IV, then 112 of ciphertext and tag. */
  readonly keysBox: Uint8Array;
  /** What the 12 words are made from: 12 bytes of IV, then 32 of ciphertext and tag. */
  readonly entropyBox: Uint8Array;
}

/** The ways to open each user's keys. Source: the database. */
export interface OwnerWraps {
  /** @returns the user's, the oldest first */
  list(userId: string): Promise<readonly OwnerWrap[]>;
  /** @returns `too-many` when the user has this many, `taken` when there is one with its id */
  add(
    userId: string,
    wrap: SealedOwnerWrap,
    limits: { readonly most: number; readonly now: Date },
  ): Promise<'added' | 'too-many' | 'taken'>;
  /** @returns false when there is none with this id */
  rename(userId: string, id: string, label: string): Promise<boolean>;
  /** @returns `last` when there is no other one; it stays */
  remove(userId: string, id: string): Promise<'removed' | 'unknown' | 'last'>;
  /** Records that it is used. @returns null when there is none with this id */
  use(userId: string, id: string, now: Date): Promise<SealedOwnerWrap | null>;
}
