import { deriveKey, wiping } from './seal.ts';

/**
 * @param entropy the 16 bytes behind the 12 words of a claim's wallet
 * @returns 32 bytes as hex, under which the pool's software stores what it finds for that wallet
 */
export function toClaimKey(entropy: Uint8Array): string {
  return wiping(deriveKey(entropy, 'claim-railgun-db'), (key) => key.toString('hex'));
}
