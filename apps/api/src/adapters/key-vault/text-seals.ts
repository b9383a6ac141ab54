import type { TextSeals } from '../../ports/text-seals.ts';
import { deriveKey, open, seal, wiping } from './seal.ts';

/** Seals for one purpose, under a key that is derived for it from a secret that several processes have. */
export function createTextSeals(secret: Uint8Array, purpose: string): TextSeals {
  const withKey = <T>(work: (key: Buffer) => T) => wiping(deriveKey(secret, purpose), work);
  return {
    seal: (text) =>
      wiping(Buffer.from(text), (bytes) => withKey((key) => seal(key, bytes, [purpose]))),
    open: (sealed) =>
      wiping(
        withKey((key) => open(key, sealed, [purpose])),
        (bytes) => bytes.toString('utf8'),
      ),
  };
}
