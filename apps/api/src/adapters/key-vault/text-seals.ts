import type { TextSeals } from '../../ports/text-seals.ts';
import { deriveKey, open, seal, wiping } from './seal.ts';

/** Seals for one purpose, under a key that is derived for it. */
export function createTextSeals(secret: Uint8Array, purpose: string): TextSeals {
  const key = deriveKey(secret, purpose);
  return {
    seal: (text) => wiping(Buffer.from(text), (bytes) => seal(key, bytes, [purpose])),
    open: (sealed) => wiping(open(key, sealed, [purpose]), (bytes) => bytes.toString('utf8')),
  };
}
