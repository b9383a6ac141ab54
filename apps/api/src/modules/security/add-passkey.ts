import type { ResponseOf } from '#wire/contract';
import type { addPasskey } from '#wire/security/add-passkey';
import {
  type Call,
  type Handler,
  type OpenedAccount,
  type Reauthenticate,
  type Refusal,
  refuse,
} from '../../application/call.ts';
import type { AttemptLimits } from '../../ports/attempt-limits.ts';
import type { DataKey } from '../../ports/key-vault.ts';
import type { PasskeyChallenges } from '../../ports/passkey-challenges.ts';
import type { NewCredential, PasskeyVerifier } from '../../ports/passkey-verifier.ts';
import type { PasskeyWraps } from '../../ports/passkey-wraps.ts';
import type { SecondFactors } from '../../ports/second-factors.ts';
import { type AddFactorPorts, addFactor } from './factors/add-factor.ts';
import { additionPurpose, takeChallenge } from './factors/passkey-challenge-purpose.ts';
import {
  MOST_PASSKEYS,
  NAME_NOT_VALID,
  passkeyNameOf,
  passkeyView,
} from './factors/passkey-view.ts';

export interface AddPasskeyPorts extends AddFactorPorts {
  readonly reauthenticate: Reauthenticate;
  readonly secondFactors: Pick<SecondFactors, 'addPasskey'>;
  readonly passkeyChallenges: Pick<PasskeyChallenges, 'verify'>;
  readonly passkeyVerifier: PasskeyVerifier;
  readonly passkeyWraps: Pick<PasskeyWraps, 'wrap'>;
  readonly limits: Pick<AttemptLimits, 'takeQuota'>;
}

type AddCall = Call<typeof addPasskey>;

/** A new passkey whose signatures are right, and the challenge that it signed. */
interface VerifiedPasskey {
  readonly credential: NewCredential;
  readonly challengeId: string;
}

interface NamedPasskey {
  readonly call: AddCall;
  readonly name: string;
  readonly verified: VerifiedPasskey;
}

/** Adds a passkey. Where it derives a secret, it signs in too: that secret wraps the data key. */
export function createAddPasskey(ports: AddPasskeyPorts): Handler<typeof addPasskey> {
  return async (call) => {
    const { body, session, client } = call;
    const name = passkeyNameOf(body.name);
    if (name === null) return refuse('name-not-valid', { sentence: NAME_NOT_VALID });
    const verified = await verifyNew(ports, call);
    if (verified === null) return refuse('passkey-not-valid');
    return ports.reauthenticate({ session, client, password: body.password }, (opened) =>
      add(ports, opened, { call, name, verified }),
    );
  };
}

async function verifyNew(
  { passkeyVerifier, passkeyChallenges, clock }: AddPasskeyPorts,
  { body: { attestation, signIn }, session }: AddCall,
): Promise<VerifiedPasskey | null> {
  const challenge = passkeyVerifier.challengeIn(attestation);
  if (challenge === null) return null;
  const purpose = additionPurpose(session);
  const challengeId = passkeyChallenges.verify(purpose, challenge, clock.now());
  if (challengeId === null) return null;
  const credential = await passkeyVerifier.verifyNew(attestation, challenge);
  if (credential === null) return null;
  if (signIn === null) return { credential, challengeId };
  const used = await passkeyVerifier.verifyUse(signIn.assertion, challenge, credential);
  return used === null ? null : { credential: { ...credential, ...used }, challengeId };
}

async function add(
  ports: AddPasskeyPorts,
  opened: OpenedAccount,
  { call, name, verified }: NamedPasskey,
): Promise<ResponseOf<typeof addPasskey> | Refusal> {
  const { credential, challengeId } = verified;
  const { credentialId, publicKey } = credential;
  const { session, client } = call;
  const wrap = wrapOf(ports, opened.dataKey, { call, credentialId });
  const passkey = { ...credential, name, wrap };
  const key = Buffer.from(publicKey).toString('base64url');
  const fields = ['add-passkey', credentialId, key, String(wrap !== null)];
  const factor = { request: { session, client }, opened, kind: 'passkey', fields } as const;
  const added = await addFactor(ports, factor, async (addition) => {
    const isFirstUse = await takeChallenge(ports.limits, challengeId, addition.now);
    if (!isFirstUse) return { kind: 'taken' };
    return ports.secondFactors.addPasskey(passkey, addition, MOST_PASSKEYS);
  });
  if ('refused' in added) return added;
  const { recoveryCodes, addedAt: createdAt } = added;
  return { passkey: passkeyView({ ...passkey, createdAt, lastUsedAt: null }), recoveryCodes };
}

/** @returns null for a passkey that only approves */
function wrapOf(
  { passkeyWraps }: AddPasskeyPorts,
  dataKey: DataKey,
  { call, credentialId }: { readonly call: AddCall; readonly credentialId: string },
): Uint8Array | null {
  const { session, body } = call;
  if (body.signIn === null) return null;
  const { secret } = body.signIn;
  return passkeyWraps.wrap(dataKey, { userId: session.userId, credentialId, secret });
}
