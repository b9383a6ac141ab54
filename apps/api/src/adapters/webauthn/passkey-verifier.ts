import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { Assertion, Attestation } from '#wire/security/second-factor';
import type { PasskeyVerifier } from '../../ports/passkey-verifier.ts';

export interface PasskeySite {
  /** The host that passkeys belong to. */
  readonly rpId: string;
  /** The pages that may use them. */
  readonly origins: readonly string[];
}

/** COSE: ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257];
/** Who made an authenticator is not verified, so its statements are not parsed. */
const FORMATS: readonly string[] = ['none', 'packed'];

/** Words such as `internal`, `hybrid` and `smart-card`. */
const TRANSPORT = /^[a-z-]+$/;

/** Verifies passkeys as WebAuthn Level 3 (§7.1, §7.2) says, user verification included. */
export function createPasskeyVerifier({ rpId, origins }: PasskeySite): PasskeyVerifier {
  const expected = { expectedOrigin: [...origins], expectedRPID: rpId };
  async function verifyNew(attestation: Attestation, challenge: string) {
    if (isFramed(attestation) || !FORMATS.includes(formatOf(attestation))) return null;
    const { registrationInfo: found } = await verifyRegistrationResponse({
      ...expected,
      response: registrationOf(attestation),
      expectedChallenge: challenge,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (found === undefined || found.credential.id !== attestation.id) return null;
    const { id, publicKey, counter } = found.credential;
    return {
      credentialId: id,
      publicKey,
      signCount: counter,
      isSynced: found.credentialBackedUp,
      transports: attestation.transports.filter((each) => TRANSPORT.test(each)),
    };
  }
  const verifyUse: PasskeyVerifier['verifyUse'] = async (assertion, challenge, credential) => {
    const { credentialId, publicKey, signCount } = credential;
    if (isFramed(assertion) || assertion.id !== credentialId) return null;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected,
      response: authenticationOf(assertion),
      expectedChallenge: challenge,
      requireUserVerification: true,
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: signCount },
    });
    return verified ? { signCount: authenticationInfo.newCounter } : null;
  };
  return {
    rpId,
    challengeIn({ clientDataJSON }) {
      try {
        const { challenge }: { readonly challenge: unknown } = decodeClientDataJSON(clientDataJSON);
        return typeof challenge === 'string' ? challenge : null;
      } catch {
        // No client data then.
        return null;
      }
    },
    // The library throws for whatever a stranger can send.
    verifyNew: (...signed) => verifyNew(...signed).catch(() => null),
    verifyUse: (...signed) => verifyUse(...signed).catch(() => null),
  };
}

/** No page may frame ours, so no passkey is used in a frame. */
function isFramed({ clientDataJSON }: Pick<Assertion, 'clientDataJSON'>): boolean {
  return decodeClientDataJSON(clientDataJSON).crossOrigin === true;
}

function formatOf({ attestationObject }: Attestation): string {
  const bytes = new Uint8Array(Buffer.from(attestationObject, 'base64url'));
  return decodeAttestationObject(bytes).get('fmt');
}

function registrationOf({
  id,
  clientDataJSON,
  attestationObject,
}: Attestation): RegistrationResponseJSON {
  return {
    ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
    response: { clientDataJSON, attestationObject },
  };
}

function authenticationOf({ id, ...response }: Assertion): AuthenticationResponseJSON {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
}
