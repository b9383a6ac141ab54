import type { NoteKeys } from '../ports/key-vault.ts';

/** Of wallets whose notes no one opens. */
export const NO_VIEWING_KEYS: NoteKeys = {
  viewing: new Uint8Array(32),
  masterPublicKey: 0n,
  publicSpendingKey: [0n, 0n],
};
