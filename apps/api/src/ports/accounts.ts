import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { KeyRecord, PasswordRecord } from './key-vault.ts';
import type { Notice } from './outbox.ts';

/** A person and their wallet. */
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
  };
}

/** How a person names themselves at sign-in, normalised. */
export type AccountName = { readonly email: string } | { readonly phone: string };

/** A person with what opens their wallet. */
export interface AccountKeys {
  readonly account: Account;
  readonly keyRecord: KeyRecord;
  readonly createdAt: Date;
  /** When the recovery key last set a new password. */
  readonly recoveredAt: Date | null;
}

export interface PasswordChange {
  readonly userId: string;
  readonly record: PasswordRecord;
  /** The salt of the record that was read. */
  readonly replaces: Uint8Array;
  readonly how: 'changed' | 'recovered';
  /** The session that goes on; null when all of them end. */
  readonly keepSessionId: string | null;
  readonly notices: readonly Notice[];
  readonly now: Date;
}

export interface Accounts {
  /** Stores an account with the record that opens its wallet. @returns `taken` when the e-mail or the phone is used. */
  create(account: Account, keyRecord: KeyRecord, now: Date): Promise<'created' | 'taken'>;
  find(
    name: AccountName,
  ): Promise<{ readonly account: Account; readonly keyRecord: KeyRecord } | null>;
  findById(userId: string): Promise<Account | null>;
  /** What a signed-in person's password is checked against. */
  findKeys(userId: string): Promise<AccountKeys | null>;
  /**
   * Sets a new password and ends the user's sessions, but for the one that is kept, in one transaction with
   * its notices.
   * @returns false when the password was changed meanwhile: `replaces` is not the salt that stands there
   */
  setPassword(change: PasswordChange): Promise<boolean>;
  /** Deletes the account, its wallet, keys and sessions. What it paid stays in the ledger. */
  remove(userId: string, notices: readonly Notice[], now: Date): Promise<void>;
}
