import type { Assertion, Attestation } from '#wire/security/second-factor';
import type { StoredPasskey } from './second-factors.ts';

/** What a new passkey is. */
export type NewCredential = Pick<
  StoredPasskey,
  'credentialId' | 'publicKey' | 'isSynced' | 'transports' | 'signCount'
>;

/** Verifies what passkeys sign. The authenticator must have verified its user, on a page of this site. */
export interface PasskeyVerifier {
  /** The host that passkeys belong to. */
  readonly rpId: string;
  /** @returns the challenge that was signed, not verified; null when there is none */
  challengeIn(signed: Pick<Assertion, 'clientDataJSON'>): string | null;
  /** @param challenge base64url. @returns null when it is not valid */
  verifyNew(attestation: Attestation, challenge: string): Promise<NewCredential | null>;
  /** @param challenge base64url. @returns the new count of its authenticator; null when it is not valid */
  verifyUse(
    assertion: Assertion,
    challenge: string,
    credential: Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'signCount'>,
  ): Promise<{ readonly signCount: number } | null>;
}
