import { timingSafeEqual } from 'node:crypto';
import type { Account } from '../../ports/accounts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CodeSecrets } from '../../ports/code-secrets.ts';
import type { CodeChallenge, CodePurpose, OneTimeCodes } from '../../ports/one-time-codes.ts';
import type { Notice } from '../../ports/outbox.ts';
import type { Randomness } from '../../ports/randomness.ts';
import { CODES_LAST_MS, MOST_TRIES } from './code-limits.ts';
import { makeCode, readCode } from './one-time-code.ts';

export interface ChallengePorts {
  readonly codes: OneTimeCodes;
  readonly codeSecrets: CodeSecrets;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomness: Randomness;
}

/** Whom the codes go to. */
export type CodeRecipient = Pick<Account, 'name' | 'email' | 'phone'> & {
  readonly userId: string | null;
};

const NO_CHALLENGE = '00000000-0000-4000-8000-000000000000';

/**
 * Makes two codes, one for each channel.
 * @param recipient null when there is nobody to send them to; the work is the same
 */
export async function makeChallenge(
  ports: ChallengePorts,
  purpose: CodePurpose,
  subject: string,
  recipient: CodeRecipient | null,
): Promise<{ readonly challenge: CodeChallenge; readonly notices: readonly Notice[] }> {
  const { codeSecrets, randomness, clock } = ports;
  const id = randomness.uuid();
  const emailCode = makeCode(randomness);
  const phoneCode = makeCode(randomness);
  const codesHash = await codeSecrets.hashCodes({ challengeId: id, emailCode, phoneCode });
  const expiresAt = new Date(clock.now().getTime() + CODES_LAST_MS);
  const challenge = { id, purpose, subject, codesHash, expiresAt };
  if (recipient === null) return { challenge, notices: [] };
  const { userId, name, email, phone } = recipient;
  const topic = purpose === 'register' ? 'registration-codes' : 'reset-codes';
  const base = { topic, userId, content: { name }, expiresAt } as const;
  return {
    challenge,
    notices: [
      { ...base, channel: 'email', recipient: email, secret: codeSecrets.seal(emailCode) },
      { ...base, channel: 'sms', recipient: phone, secret: codeSecrets.seal(phoneCode) },
    ],
  };
}

/**
 * Compares both codes with the challenge of a subject; the try is counted before.
 * @param subject null when there is none; the work is the same
 * @returns the challenge's id when both are right
 */
export async function tryCodes(
  { codes, codeSecrets, clock }: ChallengePorts,
  purpose: CodePurpose,
  subject: string | null,
  typed: { readonly emailOTP: string; readonly phoneOTP: string },
): Promise<string | null> {
  const emailCode = readCode(typed.emailOTP);
  const phoneCode = readCode(typed.phoneOTP);
  if (emailCode === null || phoneCode === null) return null;
  const challenge =
    subject === null ? null : await codes.countTry(purpose, subject, MOST_TRIES, clock.now());
  const challengeId = challenge?.id ?? NO_CHALLENGE;
  const hash = await codeSecrets.hashCodes({ challengeId, emailCode, phoneCode });
  if (challenge === null || !timingSafeEqual(hash, challenge.codesHash)) return null;
  return challenge.id;
}
