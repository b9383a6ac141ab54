import type { TextSeals } from '../../ports/text-seals.ts';
import { openUnderAny, type ServerKeys } from './peppers.ts';
import { deriveKey, open, seal, wiping } from './seal.ts';

/** Seals for one purpose, under a key that is derived for it from the pepper. */
export function createTextSeals(keys: ServerKeys, purpose: string): TextSeals {
  const keyOf = (pepper: Uint8Array) => deriveKey(pepper, purpose);
  return {
    seal: (text) =>
      wiping(Buffer.from(text), (bytes) =>
        wiping(keyOf(keys.pepper), (key) => seal(key, bytes, [purpose])),
      ),
    open: (sealed) =>
      wiping(
        openUnderAny(keys, (pepper) =>
          wiping(keyOf(pepper), (key) => open(key, sealed, [purpose])),
        ),
        (bytes) => bytes.toString('utf8'),
      ),
  };
}
