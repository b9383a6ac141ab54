import type { DataKey } from './key-vault.ts';

/** The key that makes a forgotten password recoverable. It is never in the database. */
export interface RecoveryKey {
  /** Where it is stored, for display. */
  readonly kind: 'file' | 'aws-kms';
  /** Wraps a data key so that only this key, for this user, opens it. */
  wrap(dataKey: DataKey, userId: string): Promise<Uint8Array>;
  /** Rejects when the wrap is not this user's or the key's owner refuses. */
  unwrap(wrap: Uint8Array, userId: string): Promise<DataKey>;
  /** Makes every wrap of this user useless, where the key's owner can do that. */
  forget(userId: string): Promise<void>;
}
