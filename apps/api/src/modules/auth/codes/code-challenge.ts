import { timingSafeEqual } from 'node:crypto';
import type { Account } from '../../../ports/accounts.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { CodeSecrets } from '../../../ports/code-secrets.ts';
import type { CodeChallenge, CodePurpose, OneTimeCodes } from '../../../ports/one-time-codes.ts';
import type { Notice } from '../../../ports/outbox.ts';
import type { Randomness } from '../../../ports/randomness.ts';
import { CODES_LAST_MS, type CodeLimits, type Counter, MOST_TRIES } from './code-limits.ts';
import { makeCode, readCode } from './one-time-code.ts';

export interface ChallengePorts {
  readonly codes: OneTimeCodes;
  readonly codeSecrets: CodeSecrets;
  readonly codeLimits: CodeLimits;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomness: Randomness;
}

/** The recipient of the codes. */
export type CodeRecipient = Pick<Account, 'name' | 'email' | 'phone'> & {
  readonly userId: string | null;
};

const NO_CHALLENGE = '00000000-0000-4000-8000-000000000000';

/** The purpose of the codes; without a recipient they are created but sent to no one. */
export interface ChallengeRequest {
  readonly purpose: CodePurpose;
  readonly subject: string;
  readonly recipient: CodeRecipient | null;
}

/**
 * Creates two codes, one for each channel.
 * @param recipient null when there is no one to send them to; the work is the same
 */
export async function createChallenge(
  ports: ChallengePorts,
  { purpose, subject, recipient }: ChallengeRequest,
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

/** The outcome of a submission. */
export type TryOutcome =
  | { readonly kind: 'right'; readonly challengeId: string }
  | { readonly kind: 'wrong' }
  /** The subject had too many submissions; nothing was compared. */
  | { readonly kind: 'paused'; readonly seconds: number };

/** Whose codes are compared, and the other counters of their submissions. */
export interface CodeSubject {
  readonly purpose: CodePurpose;
  readonly subject: string;
  readonly counters: readonly Counter[];
}

/**
 * Compares both codes with the challenge of a subject; the try is counted first. The work is the same without a
 * challenge, or with one whose codes no one received.
 */
export async function tryCodes(
  { codes, codeSecrets, codeLimits, clock }: ChallengePorts,
  { purpose, subject, counters }: CodeSubject,
  typed: { readonly emailOTP: string; readonly phoneOTP: string },
): Promise<TryOutcome> {
  const emailCode = readCode(typed.emailOTP);
  const phoneCode = readCode(typed.phoneOTP);
  if (emailCode === null || phoneCode === null) return { kind: 'wrong' };
  const now = clock.now();
  const challenge = await codes.countTry({ purpose, subject }, MOST_TRIES, now);
  const seconds = challenge === null ? 0 : await codeLimits.take(counters, now);
  if (seconds > 0) return { kind: 'paused', seconds };
  const challengeId = challenge?.id ?? NO_CHALLENGE;
  const hash = await codeSecrets.hashCodes({ challengeId, emailCode, phoneCode });
  const isRight = challenge !== null && timingSafeEqual(hash, challenge.codesHash);
  return isRight ? { kind: 'right', challengeId } : { kind: 'wrong' };
}

/** @returns the subject of codes that no one receives */
export function unknownSubject(name: string): string {
  return `nobody ${name}`;
}
