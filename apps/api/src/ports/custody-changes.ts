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

/** True where the keys stay those of the wallet as it is, and only what Kax has of them ends. */
export function keepsWallet({
  account: { wallet },
  to,
}: Pick<WalletReplacement, 'account' | 'to'>): boolean {
  return to.publicAddress === wallet.publicAddress && to.privateAddress === wallet.privateAddress;
}

/** Replaces wallets by those that only their owners have the keys of. Source: the database. */
export interface CustodyChanges {
  /**
   * Replaces the wallet in one transaction, under the lock without which no operation of its user is stored. What the
   * server had of the seed, what was sealed for the pool's process, what was found for the old private address, open
   * payment requests and all other sessions end with it. Of a wallet that stays (`keepsWallet`), what was found and
   * requests stay too, and it may have money and expect more.
   * @returns `in-use` when something that needs its keys is in progress by then, or has begun since; `other` when the account changed;
   *   `taken` when an address is another wallet's. Nothing was changed then.
   */
  replace(replacement: WalletReplacement): Promise<'replaced' | 'in-use' | 'other' | 'taken'>;
}
