import type { passkeySignInChallenge } from '#wire/security/passkey-sign-in-challenge';
import type { Handler } from '../../application/call.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PasskeyChallenges } from '../../ports/passkey-challenges.ts';
import type { PasskeyVerifier } from '../../ports/passkey-verifier.ts';
import { PRF_SALT, SIGN_IN_PURPOSE } from './factors/passkey-challenge-purpose.ts';

export interface PasskeySignInChallengePorts {
  readonly passkeyChallenges: Pick<PasskeyChallenges, 'create'>;
  readonly passkeyVerifier: Pick<PasskeyVerifier, 'rpId'>;
  readonly clock: Pick<Clock, 'now'>;
}

export function createPasskeySignInChallenge({
  passkeyChallenges,
  passkeyVerifier,
  clock,
}: PasskeySignInChallengePorts): Handler<typeof passkeySignInChallenge> {
  return async () => ({
    challenge: passkeyChallenges.create(SIGN_IN_PURPOSE, clock.now()),
    rpId: passkeyVerifier.rpId,
    prfSalt: PRF_SALT,
  });
}
