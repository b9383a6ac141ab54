import type { SignedContent } from './account-signatures.ts';
import type { DataKey } from './key-vault.ts';

/** The key that makes a forgotten password recoverable. It is never in the database. */
export interface RecoveryKey {
  /** Where it is stored, for display. */
  readonly kind: 'file' | 'aws-kms';
  /** Wraps a data key so that only this key, for this user with these contacts and addresses, opens it. */
  wrap(dataKey: DataKey, account: SignedContent): Promise<Uint8Array>;
  /** Rejects when the wrap is not this account's or the key's owner refuses. */
  unwrap(wrap: Uint8Array, account: SignedContent): Promise<DataKey>;
  /**
   * Binds a wrap of an earlier version, which was bound to the user's id alone, to the account.
   * @returns null when nothing opens it. Rejects when the key's owner does not respond.
   */
  bindEarlier(wrap: Uint8Array, account: SignedContent): Promise<Uint8Array | null>;
  /**
   * Wraps the data key of someone who registers and may never finish: nothing has to be forgotten of it.
   * @param binding what has to be the same when it is opened
   */
  wrapForRegistration(dataKey: DataKey, binding: readonly string[]): Promise<Uint8Array>;
  /** Rejects when the binding is another one. */
  unwrapForRegistration(wrap: Uint8Array, binding: readonly string[]): Promise<DataKey>;
  /** Makes every wrap of this user useless, where the key's owner can do that. */
  forget(userId: string): Promise<void>;
}

/** A recovery key that is replaced by another one: wraps of the earlier key open, and are made again. */
export interface ReplaceableRecoveryKey extends RecoveryKey {
  /** How each account's wrap begins that the newest key made. */
  readonly wrapPrefix: Uint8Array;
  /** Makes a wrap again, under the newest key. Rejects when the wrap is not this account's, or nothing opens it. */
  rewrap(wrap: Uint8Array, account: SignedContent): Promise<Uint8Array>;
}
