import type { BodyOf, ResponseOf } from '#wire/contract';
import type { passkeySignIn } from '#wire/security/passkey-sign-in';
import { type Client, type Handler, type Refusal, refuse } from '../../application/call.ts';
import { countedNetworks } from '../../application/client-address.ts';
import type { OpenedUser, SignIn } from '../../application/sign-in.ts';
import { tooMany } from '../../application/too-many-requests.ts';
import type { Accounts } from '../../ports/accounts.ts';
import type { AttemptLimits, AttemptRule } from '../../ports/attempt-limits.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PasskeyChallenges } from '../../ports/passkey-challenges.ts';
import type { PasskeyVerifier } from '../../ports/passkey-verifier.ts';
import type { PasskeyWraps } from '../../ports/passkey-wraps.ts';
import type { SecondFactors } from '../../ports/second-factors.ts';
import { SIGN_IN_PURPOSE, takeChallenge } from './factors/passkey-challenge-purpose.ts';

export interface PasskeySignInPorts {
  readonly signIn: SignIn;
  readonly accounts: Pick<Accounts, 'findKeys'>;
  readonly secondFactors: Pick<SecondFactors, 'findPasskey' | 'recordPasskeyUse'>;
  readonly passkeyChallenges: Pick<PasskeyChallenges, 'verify'>;
  readonly passkeyVerifier: Pick<PasskeyVerifier, 'challengeIn' | 'verifyUse'>;
  readonly passkeyWraps: Pick<PasskeyWraps, 'open'>;
  readonly limits: Pick<AttemptLimits, 'take' | 'takeQuota' | 'giveBack'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
}

type Body = BodyOf<typeof passkeySignIn>;
type Reply = ResponseOf<typeof passkeySignIn> | Refusal;

const ofNetwork: AttemptRule = { free: 10, windowMs: 15 * 60_000 };

/**
 * Signs in with a passkey, which is possession and verification in one: no work is needed, and only failures count, for
 * their network. Each failure has the same response, whether or not there is such a passkey.
 */
export function createPasskeySignIn(ports: PasskeySignInPorts): Handler<typeof passkeySignIn> {
  return async ({ body, client }) => {
    const now = ports.clock.now();
    const counters = countedNetworks(client.ip).map(
      ({ network, times }) =>
        [`passkey from ${network}`, { ...ofNetwork, free: times * ofNetwork.free }] as const,
    );
    const waits = await Promise.all(
      counters.map(([key, rule]) => ports.limits.take(key, rule, now)),
    );
    const wait = Math.max(...waits);
    if (wait > 0) {
      const counted = counters.filter((_, index) => waits[index] === 0);
      await Promise.all(counted.map(([key]) => ports.limits.giveBack(key)));
      return tooMany(wait);
    }
    const reply = await signInOnce(ports, body, client);
    if (!('refused' in reply)) {
      await Promise.all(counters.map(([key]) => ports.limits.giveBack(key)));
    }
    return reply;
  };
}

async function signInOnce(
  ports: PasskeySignInPorts,
  { assertion, secret }: Body,
  client: Client,
): Promise<Reply> {
  const now = ports.clock.now();
  const challenge = ports.passkeyVerifier.challengeIn(assertion);
  const id =
    challenge === null ? null : ports.passkeyChallenges.verify(SIGN_IN_PURPOSE, challenge, now);
  if (challenge === null || id === null || !(await takeChallenge(ports.limits, id, now))) {
    return refuse('passkey-not-valid');
  }
  const user = await openUser(ports, { assertion, secret, challenge });
  const { ip } = client;
  if (user === null) {
    await ports.audit.append({ at: now, event: 'passkey-refused', ip });
    return refuse('passkey-unknown');
  }
  const { userId } = user.account;
  const started = await ports.signIn(user, client);
  // The password was replaced in this moment.
  if (started === null) return refuse('passkey-not-valid');
  const { sessionId, response } = started;
  await ports.audit.append({ at: now, event: 'passkey-login', ip, userId, sessionId });
  return response;
}

/** @returns null unless the passkey is one of ours, signed this challenge and derived this secret */
async function openUser(
  { secondFactors, passkeyVerifier, passkeyWraps, accounts, clock }: PasskeySignInPorts,
  { assertion, secret, challenge }: Body & { readonly challenge: string },
): Promise<OpenedUser | null> {
  const { id: credentialId } = assertion;
  const found = await secondFactors.findPasskey(credentialId);
  if (found === null || found.passkey.wrap === null) return null;
  const { userId, passkey } = found;
  const used = await passkeyVerifier.verifyUse(assertion, challenge, passkey);
  if (used === null) return null;
  const keys = await accounts.findKeys(userId);
  const dataKey = passkeyWraps.open(found.passkey.wrap, { userId, credentialId, secret });
  if (keys === null || dataKey === null) return null;
  const owner = { userId, credentialId };
  const isUsed = await secondFactors.recordPasskeyUse(owner, used.signCount, clock.now());
  if (!isUsed) {
    dataKey.fill(0);
    return null;
  }
  return { account: keys.account, passwordSalt: keys.keyRecord.passwordSalt, dataKey };
}
