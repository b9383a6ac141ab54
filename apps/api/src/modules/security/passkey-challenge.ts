import type { passkeyChallenge } from '#wire/security/passkey-challenge';
import type { PaymentGate } from '../../application/admit-payment.ts';
import { type Handler, refuse } from '../../application/call.ts';
import type { Accounts } from '../../ports/accounts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PasskeyChallenges } from '../../ports/passkey-challenges.ts';
import type { PasskeyVerifier } from '../../ports/passkey-verifier.ts';
import type { SecondFactors } from '../../ports/second-factors.ts';
import { additionPurpose, PRF_SALT } from './factors/passkey-challenge-purpose.ts';
import { MOST_PASSKEYS } from './factors/passkey-view.ts';
import { isFirstFactor, refuseFirstFactor } from './factors/refuse-first-factor.ts';

export interface PasskeyChallengePorts {
  readonly accounts: Pick<Accounts, 'findById'>;
  readonly secondFactors: Pick<SecondFactors, 'find'>;
  readonly gate: Pick<PaymentGate, 'findHold'>;
  readonly passkeyChallenges: PasskeyChallenges;
  readonly passkeyVerifier: Pick<PasskeyVerifier, 'rpId'>;
  readonly clock: Pick<Clock, 'now'>;
}

export function createPasskeyChallenge({
  accounts,
  secondFactors,
  gate,
  passkeyChallenges,
  passkeyVerifier,
  clock,
}: PasskeyChallengePorts): Handler<typeof passkeyChallenge> {
  return async ({ session }) => {
    const account = await accounts.findById(session.userId);
    if (account === null) return refuse('unauthorized');
    const now = clock.now();
    const factors = await secondFactors.find(session.userId);
    // Before an authenticator creates one that is refused afterwards.
    const held = isFirstFactor(factors) ? await refuseFirstFactor(gate, session, now) : null;
    if (held !== null) return held;
    const { passkeys } = factors;
    if (passkeys.length >= MOST_PASSKEYS) return refuse('too-many-passkeys');
    return {
      challenge: passkeyChallenges.create(additionPurpose(session), now),
      rpId: passkeyVerifier.rpId,
      userHandle: Buffer.from(session.userId.replaceAll('-', ''), 'hex').toString('base64url'),
      userName: account.email,
      displayName: account.name,
      excludedIds: passkeys.map(({ credentialId }) => credentialId),
      prfSalt: PRF_SALT,
    };
  };
}
