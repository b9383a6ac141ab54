import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { Custody } from '#domain/custody/custody';
import type { KeyRecord, PasswordRecord, PepperRecord } from './key-vault.ts';
import type { Notice } from './outbox.ts';

/** A user and their wallet. */
export interface Account {
  readonly userId: string;
  readonly name: string;
  /** Lower case. */
  readonly email: string;
  /** E.164. */
  readonly phone: string;
  readonly wallet: {
    readonly id: string;
    readonly name: string;
    readonly publicAddress: PublicAddress;
    readonly privateAddress: PrivateAddress;
    readonly custody: Custody;
  };
}

/** How a user identifies themselves at sign-in, normalized. */
export type AccountName = { readonly email: string } | { readonly phone: string };

/** A user with what opens their wallet. */
export interface AccountKeys {
  readonly account: Account;
  readonly keyRecord: KeyRecord;
  readonly createdAt: Date;
  /** When the recovery key last set a new password. */
  readonly recoveredAt: Date | null;
}

export interface FoundAccount {
  readonly account: Account;
  readonly keyRecord: KeyRecord;
  /** False when something else wrote the record, or put it back after this process saw a later one. */
  readonly isNewest: boolean;
}

/**
 * An account is not as Kax stored it: its contacts or addresses are not those for which its codes were entered, or its
 * password is not the last one. Nothing is done for it until that is cleared up.
 */
export class AccountChanged extends Error {
  constructor(userId: string) {
    super(`The account of ${userId} was changed by something else.`);
    this.name = 'AccountChanged';
  }
}

export interface PasswordChange {
  readonly userId: string;
  readonly record: PasswordRecord;
  /** The salt of the record that was read. */
  readonly replaces: Uint8Array;
  /** When the recovery key last set a password: now, or what was read. */
  readonly recoveredAt: Date | null;
  /** The session that continues; null when all of them end. */
  readonly keepSessionId: string | null;
  readonly notices: readonly Notice[];
  readonly now: Date;
}

/** What opens the wallet of a new account, and the proof that its codes were entered. */
export interface NewAccountKeys {
  readonly keyRecord: KeyRecord;
  readonly signature: Uint8Array;
}

export interface Accounts {
  /** Stores an account with the record that opens its wallet. @returns `taken` when the email or phone is in use. */
  create(account: Account, keys: NewAccountKeys, now: Date): Promise<'created' | 'taken'>;
  find(name: AccountName): Promise<FoundAccount | null>;
  findById(userId: string): Promise<Account | null>;
  /** What a signed-in user's password is checked against. Throws `AccountChanged` when that is not the newest. */
  findKeys(userId: string): Promise<AccountKeys | null>;
  /**
   * Sets a new password and ends the user's sessions, except the one that is kept, in one transaction with
   * its notices.
   * @returns false when the password was changed meanwhile: `replaces` is no longer the stored salt
   */
  setPassword(change: PasswordChange): Promise<boolean>;
  /** Stores the record of the same password under another pepper, unless the password was changed meanwhile. */
  setPepper(change: {
    readonly userId: string;
    readonly record: PepperRecord;
    /** Of the record that was read; it stays. */
    readonly passwordSalt: Uint8Array;
  }): Promise<void>;
}
