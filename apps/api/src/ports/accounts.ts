import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { KeyRecord } from './key-vault.ts';

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

export interface Accounts {
  /** Stores an account with the record that opens its wallet. @returns `taken` when the e-mail or the phone is used. */
  create(account: Account, keyRecord: KeyRecord, now: Date): Promise<'created' | 'taken'>;
  find(
    name: AccountName,
  ): Promise<{ readonly account: Account; readonly keyRecord: KeyRecord } | null>;
  findById(userId: string): Promise<Account | null>;
}
