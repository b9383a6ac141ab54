import type { Account } from './accounts.ts';
import type { Succession } from './key-enrolment.ts';
import type { WalletAddresses } from './key-vault.ts';
import type { Notice } from './outbox.ts';
import type { SealedOwnerWrap } from './owner-wraps.ts';

/** What takes the place of a user's assisted wallet, if everything is still as it was read. */
export interface WalletReplacement extends Succession {
  /** With the assisted wallet. */
  readonly account: Account;
  readonly to: WalletAddresses;
  readonly seedCiphertext: {
    readonly before: Uint8Array;
    /** Of the sight of the wallet that takes its place. */
    readonly after: Uint8Array;
  };
  readonly wraps: readonly SealedOwnerWrap[];
  /** What was ever stored of the assisted wallet, as it was when its balances were read. */
  readonly begun: string;
  readonly keepSessionId: string;
  readonly notices: readonly Notice[];
  readonly now: Date;
}

/** Replaces wallets by those that only their owners have the keys of. Source: the database. */
export interface CustodyChanges {
  /**
   * Replaces the wallet in one transaction, under the lock without which no operation of its user is stored. What the
   * server had of the seed, what was sealed for the pool's process, what was found for the old private address, open
   * payment requests and all other sessions end with it.
   * @returns `in-use` when something is in progress by then, or has begun since; `other` when the account changed;
   *   `taken` when an address is another wallet's. Nothing was changed then.
   */
  replace(replacement: WalletReplacement): Promise<'replaced' | 'in-use' | 'other' | 'taken'>;
}
