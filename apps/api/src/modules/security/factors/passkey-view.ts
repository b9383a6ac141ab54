import type { Passkey } from '#wire/security/second-factor';
import { visibleName } from '../../../application/visible-name.ts';
import type { StoredPasskey } from '../../../ports/second-factors.ts';

export const MOST_PASSKEYS = 10;
export const NAME_NOT_VALID = 'Enter a name of up to 50 visible characters.';

const MOST_CHARACTERS = 50;

/** @returns a passkey as its owner sees it */
export function passkeyView(passkey: Omit<StoredPasskey, 'publicKey'>): Passkey {
  const { credentialId: id, name, createdAt, lastUsedAt, wrap, isSynced } = passkey;
  return {
    ...{ id, name, isSynced },
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    canSignIn: wrap !== null,
  };
}

/** @returns the name of a passkey; null when it is not valid */
export function passkeyNameOf(text: string): string | null {
  return visibleName(text, MOST_CHARACTERS);
}
