import type { AttemptLimits, QuotaRule } from '../../../ports/attempt-limits.ts';

export const SIGN_IN_PURPOSE = 'passkey sign-in';

/** What a passkey derives its secret from: one text for this one purpose, as long as there are such passkeys. */
export const PRF_SALT = Buffer.from('kax passkey opens the data key 1').toString('base64url');

/** Longer than a challenge is valid. */
const singleUse: QuotaRule = { most: 1, windowMs: 15 * 60_000 };

/** @returns the purpose of a challenge for a new passkey: only this session adds it */
export function additionPurpose({
  userId,
  sessionId,
}: {
  readonly userId: string;
  readonly sessionId: string;
}): string {
  return `add passkey ${userId} ${sessionId}`;
}

/** @returns true for the first use of a challenge */
export async function takeChallenge(
  limits: Pick<AttemptLimits, 'takeQuota'>,
  challengeId: string,
  now: Date,
): Promise<boolean> {
  return (await limits.takeQuota(`passkey challenge ${challengeId}`, singleUse, now)) === 0;
}
