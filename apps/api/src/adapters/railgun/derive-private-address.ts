import type { PrivateAddress } from '#domain/address/address';
import { encodePrivateAddress } from '#pool/addresses';
import { deriveSpendingKey, deriveViewingKey, viewingKeysOf } from '#pool/keys';

/**
 * Derives the private address of a phrase's seed, valid on every chain.
 * @param seed 64 bytes (BIP-39)
 */
export async function derivePrivateAddress(seed: Uint8Array): Promise<PrivateAddress> {
  const keys = { spending: deriveSpendingKey(seed), viewing: deriveViewingKey(seed) };
  try {
    return encodePrivateAddress(viewingKeysOf(keys));
  } finally {
    keys.spending.fill(0);
    keys.viewing.fill(0);
  }
}
