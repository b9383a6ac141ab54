import type { DataKey } from '../../ports/key-vault.ts';
import type { PasskeyHolder, PasskeyWraps } from '../../ports/passkey-wraps.ts';
import { deriveKey, open, seal, wiping } from './seal.ts';

const PURPOSE = 'passkey wrap';

/**
 * Wraps under a key from the passkey's secret and one of this server. It does not depend on the pepper, so a replaced
 * pepper leaves passkeys as they are: a secret of 256 bits cannot be guessed.
 */
export function createPasskeyWraps(secret: Uint8Array): PasskeyWraps {
  const withKey = <T>(holder: PasskeyHolder, work: (key: Buffer) => T): T =>
    wiping(deriveKey(secret, PURPOSE), (own) =>
      wiping(Buffer.from(holder.secret, 'base64url'), (theirs) =>
        wiping(Buffer.concat([theirs, own]), (both) => wiping(deriveKey(both, PURPOSE), work)),
      ),
    );
  return {
    wrap: (dataKey, holder) => withKey(holder, (key) => seal(key, dataKey, contextOf(holder))),
    open: (wrap, holder) =>
      withKey(holder, (key) => {
        try {
          return open(key, wrap, contextOf(holder)) as unknown as DataKey;
        } catch {
          // Another secret, or a wrap of another passkey.
          return null;
        }
      }),
  };
}

function contextOf({ userId, credentialId }: PasskeyHolder): readonly string[] {
  return [PURPOSE, userId, credentialId];
}
