import type { TransactionHash } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { ClaimTerms } from '#domain/claim/claim';
import type { ClaimRecord } from '#domain/claim/claim-state';
import type { Notice } from './outbox.ts';
import type { OwnSeals } from './own-seals.ts';

/** Whose payments by link, and what opens their codes and numbers. */
export interface ClaimOwner {
  readonly userId: string;
  readonly seals: OwnSeals;
}

/** A payment by link as it was made; only its code opens it. */
export interface NewClaim {
  readonly id: string;
  readonly code: string;
  readonly terms: ClaimTerms;
  /** 16 bytes behind the 12 words of the wallet that the money waits in. The caller overwrites them. */
  readonly entropy: Uint8Array;
  /** The idempotency key of the operation that sets the money aside. */
  readonly fundingKey: string;
}

/** A payment by link and what happened to it. */
export interface StoredClaim {
  readonly id: string;
  /** The sender. */
  readonly userId: string;
  readonly terms: ClaimTerms;
  readonly record: ClaimRecord;
  /** The operation that sets the money aside. */
  readonly funding: {
    readonly operationId: string;
    readonly transactionHash: TransactionHash | null;
    /** Base units: of the native coin for a public one, of the token for a private one; null until a block has it. */
    readonly feePaid: BaseUnits | null;
    /** The block that has it; null until one does. */
    readonly block: bigint | null;
  };
  /** The operation that was last stored to claim or return it, and whose it is; null while there was none. */
  readonly lastEnd: { readonly operationId: string; readonly userId: string } | null;
  /** The block that has the claim or the return; null while there is none. */
  readonly endedIn: { readonly transactionHash: TransactionHash; readonly at: Date } | null;
  /** When the link was handed to the outbox. */
  readonly notifiedAt: Date | null;
  readonly reminders: number;
  readonly remindedAt: Date | null;
  readonly openedAt: Date | null;
}

/** A payment by link as its sender has it. */
export interface OwnClaim extends StoredClaim {
  readonly code: string;
}

/** A payment by link with what opens its wallet, which the caller overwrites. */
export interface OpenedClaim extends StoredClaim {
  readonly entropy: Uint8Array;
}

/**
 * The payments by link of users, each encrypted under its code. One that something else changed is none, and is
 * reported; one whose money was never sent is none either. Which operation ends one is decided where operations are
 * stored. Source: the database.
 */
export interface Claims {
  /** @returns the lowest number above all that this user's claims have or had while they are stored */
  nextNumber(userId: string): Promise<number>;
  /**
   * Stores a claim unless its user has `most` that wait, or has one with the same funding key (`exists`) or number.
   * @returns `user-removed` when they deleted their wallet meanwhile
   */
  make(
    owner: ClaimOwner,
    claim: NewClaim,
    most: number,
  ): Promise<'made' | 'exists' | 'number-taken' | 'too-many' | 'user-removed'>;
  /** @returns the user's own that was made under a key, funded or not; null when there is none */
  findMade(
    owner: ClaimOwner,
    fundingKey: string,
  ): Promise<Pick<OwnClaim, 'id' | 'code' | 'terms'> | null>;
  /** The user's own, newest first; those that ended before `endedSince` are left out. */
  list(owner: ClaimOwner, endedSince: Date): Promise<readonly OwnClaim[]>;
  /** @returns null for a code that no claim has */
  find(code: string): Promise<OpenedClaim | null>;
  /** How many of a user's claims hold money, or are on their way to or from it. */
  countHolding(userId: string): Promise<number>;
  /** Stores that the link was opened, the first time. */
  markOpened(id: string, now: Date): Promise<void>;
  /** Hands the first messages of a claim to the outbox, once. @returns false when that was done before */
  notify(id: string, notices: readonly Notice[], now: Date): Promise<boolean>;
  /** Hands a reminder to the outbox. @returns false after `MOST_REMINDERS`, or when the last message is younger than `REMIND_AGAIN_AFTER_MS` */
  remind(id: string, notices: readonly Notice[], now: Date): Promise<boolean>;
  /** Deletes what ended before one time, and what was made before another one and never funded. */
  sweep(endedBefore: Date, unfundedBefore: Date): Promise<void>;
}
