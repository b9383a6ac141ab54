import { timingSafeEqual } from 'node:crypto';
import type { CodesRefused, RegisteringAccount, TypedCodes } from '../ports/account-recovery.ts';
import { signedFields } from '../ports/account-signatures.ts';
import type { Account } from '../ports/accounts.ts';
import type { Clock } from '../ports/clock.ts';
import type { CodeSecrets } from '../ports/code-secrets.ts';
import type { CodeChallenge, CodePurpose, OneTimeCodes } from '../ports/one-time-codes.ts';
import type { Notice } from '../ports/outbox.ts';
import type { Randomness } from '../ports/randomness.ts';
import { makeCode, readCode } from './one-time-code.ts';
import type { RecoveryLimits } from './recovery-limits.ts';

export interface ChallengePorts {
  readonly codes: OneTimeCodes;
  readonly codeSecrets: CodeSecrets;
  readonly limits: RecoveryLimits;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomness: Randomness;
}

/**
 * Who proves what with both codes. A user or a registration has an account, to whose contacts the codes went; what is
 * null stands for a name that no one has.
 */
export interface CodeSubject {
  readonly purpose: CodePurpose;
  readonly subject: string;
  readonly account: Account | null;
}

const MINUTE_MS = 60_000;
export const CODES_LAST_MS = 10 * MINUTE_MS;
/** Tries for one pair of codes. */
const MOST_TRIES = 5;
const NO_CHALLENGE = '00000000-0000-4000-8000-000000000000';

/** @returns whose codes a registration's are */
export function ofRegistration({ registrationId, account }: RegisteringAccount): CodeSubject {
  return { purpose: 'register', subject: registrationId, account };
}

/** @returns the subject of codes that no one receives */
export function ofUnknown(purpose: CodePurpose, name: string): CodeSubject {
  return { purpose, subject: `unknown ${name}`, account: null };
}

/** Creates two codes, one for each channel, and stores them to be sent. Without an account, the work is the same. */
export async function createChallenge(ports: ChallengePorts, of: CodeSubject): Promise<void> {
  const { codes, codeSecrets, randomness, clock } = ports;
  const now = clock.now();
  const id = randomness.uuid();
  const emailCode = makeCode(randomness);
  const phoneCode = makeCode(randomness);
  const expiresAt = new Date(now.getTime() + CODES_LAST_MS);
  const proves = provenBy(of, expiresAt);
  const codesHash = await codeSecrets.hashCodes({ challengeId: id, proves, emailCode, phoneCode });
  const { purpose, subject } = of;
  const challenge = { id, purpose, subject, codesHash, expiresAt };
  const notices = noticesOf(ports, { of, challenge, emailCode, phoneCode });
  await codes.replace(challenge, notices, now);
}

interface Sent {
  readonly of: CodeSubject;
  readonly challenge: CodeChallenge;
  readonly emailCode: string;
  readonly phoneCode: string;
}

function noticesOf(
  { codeSecrets }: Pick<ChallengePorts, 'codeSecrets'>,
  { of, challenge, emailCode, phoneCode }: Sent,
): readonly Notice[] {
  const { purpose, account } = of;
  if (account === null) return [];
  const { userId, name, email, phone } = account;
  const isNew = purpose === 'register';
  const base = {
    topic: isNew ? 'registration-codes' : 'reset-codes',
    // A registration is no user yet.
    userId: isNew ? null : userId,
    content: { name, challengeId: challenge.id },
    expiresAt: challenge.expiresAt,
  } as const;
  const sealed = (channel: 'email' | 'sms', recipient: string, code: string): Notice => ({
    ...{ ...base, channel, recipient },
    secret: codeSecrets.seal(code, sealContext(challenge.id, channel, recipient)),
  });
  return [sealed('email', email, emailCode), sealed('sms', phone, phoneCode)];
}

/** @returns what a sealed code is bound to: moved to another message, it does not open */
export function sealContext(
  challengeId: string,
  channel: Notice['channel'],
  recipient: string,
): readonly string[] {
  return ['outbox code', challengeId, channel, recipient];
}

/** Codes that were right, once: the challenge is used. */
export type TryOutcome = { readonly kind: 'right'; readonly challengeId: string } | CodesRefused;

/**
 * Compares both codes with the challenge of a subject; the try is counted first. The work is the same without a
 * challenge, or with one whose codes no one received. Whatever the row of a challenge says, its hash is of this subject
 * with these contacts.
 */
export async function tryCodes(
  ports: ChallengePorts,
  of: CodeSubject,
  typed: TypedCodes,
): Promise<TryOutcome> {
  const { codes, codeSecrets, limits, clock } = ports;
  const emailCode = readCode(typed.emailOTP);
  const phoneCode = readCode(typed.phoneOTP);
  if (emailCode === null || phoneCode === null) return { kind: 'wrong' };
  const now = clock.now();
  const challenge = await codes.countTry(of, MOST_TRIES, now);
  const seconds = challenge === null ? 0 : await limits.takeTry(of, now);
  if (seconds > 0) return { kind: 'paused', seconds };
  const challengeId = challenge?.id ?? NO_CHALLENGE;
  const proves = provenBy(of, challenge?.expiresAt ?? now);
  const hash = await codeSecrets.hashCodes({ challengeId, proves, emailCode, phoneCode });
  const isRight = challenge !== null && timingSafeEqual(hash, challenge.codesHash);
  if (!isRight || challenge.expiresAt <= now) return { kind: 'wrong' };
  return { kind: 'right', challengeId };
}

function provenBy({ purpose, subject, account }: CodeSubject, expiresAt: Date): readonly string[] {
  const fixed = [purpose, subject, expiresAt.toISOString()];
  if (account === null) return fixed;
  return [...fixed, ...signedFields(account)];
}
