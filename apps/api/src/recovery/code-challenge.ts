import { timingSafeEqual } from 'node:crypto';
import { CODE_TRIES, CODES_LAST_MS } from '#domain/codes/code-limits';
import type { CodeDelivery, CodesRefused, TypedCodes } from '../ports/account-recovery.ts';
import { signedFields } from '../ports/account-signatures.ts';
import type { Clock } from '../ports/clock.ts';
import type { CodeSecrets } from '../ports/code-secrets.ts';
import type { NewContact } from '../ports/contact-changes.ts';
import type { OneTimeCodes, TriedChallenge } from '../ports/one-time-codes.ts';
import type { Notice } from '../ports/outbox.ts';
import type { Randomness } from '../ports/randomness.ts';
import { noticesOf } from './code-notices.ts';
import { type CodeSubject, ofUnknown } from './code-subject.ts';
import { makeCode, makeLongCode, readCode } from './one-time-code.ts';
import type { RecoveryLimits } from './recovery-limits.ts';

export interface ChallengePorts {
  readonly codes: OneTimeCodes;
  readonly codeSecrets: CodeSecrets;
  readonly limits: RecoveryLimits;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomness: Randomness;
}

/** Whose codes these are, and messages that are stored with them. */
export interface RequestedChallenge {
  readonly of: CodeSubject;
  readonly notices?: readonly Notice[];
}

const NO_CHALLENGE = '00000000-0000-4000-8000-000000000000';

/**
 * Creates two codes, one for each channel, and stores them to be sent; or the one of the email alone, after which the
 * other one follows. That one has ten digits, and so has its text: both may be requested any number of times. Without
 * an account, the work is the same.
 */
export async function createChallenge(
  ports: ChallengePorts,
  { of: requested, notices: more = [] }: RequestedChallenge,
  { requester, phoneCode: lane, isKnownDevice, origin }: CodeDelivery,
): Promise<void> {
  const { codes, codeSecrets, randomness, clock } = ports;
  const now = clock.now();
  const isShort = lane === 'sent';
  const wait = isShort ? await ports.limits.takeShortCodes(requested, isKnownDevice, now) : 0;
  const of = wait > 0 ? ofUnknown(requested.purpose, requested.subject) : requested;
  const id = randomness.uuid();
  const emailCode = isShort ? makeCode(randomness) : makeLongCode(randomness);
  const phoneCode = isShort ? makeCode(randomness) : null;
  const expiresAt = new Date(now.getTime() + CODES_LAST_MS);
  const proves = provenBy(of, requester, expiresAt);
  const codesHash = await hashOf(codeSecrets, { challengeId: id, proves, emailCode, phoneCode });
  const { purpose, subject } = of;
  const { contact } = requested;
  const challenge = {
    ...{ id, purpose, subject, requester, codesHash, expiresAt },
    ...(contact !== undefined && { contact }),
  };
  const notices = noticesOf(codeSecrets, { of, challenge, origin, emailCode, phoneCode });
  await codes.replace(challenge, [...notices, ...more], now);
}

/** A code that was not sent yet is not the same as an empty one. */
export function hashOf(
  codeSecrets: Pick<CodeSecrets, 'hashCodes'>,
  {
    challengeId,
    proves,
    emailCode,
    phoneCode,
  }: {
    readonly challengeId: string;
    readonly proves: readonly string[];
    readonly emailCode: string;
    /** Null until it is sent. */
    readonly phoneCode: string | null;
  },
): Promise<Uint8Array> {
  const stage = phoneCode === null ? 'email alone' : 'both';
  const pair = { challengeId, emailCode, phoneCode: phoneCode ?? '' };
  return codeSecrets.hashCodes({ ...pair, proves: [stage, ...proves] });
}

/** Codes that were right, once: the challenge is used. */
export type TryOutcome =
  | {
      readonly kind: 'right';
      readonly challengeId: string;
      readonly requester: string;
      /** The new contact that they prove; left out unless one is changed. */
      readonly contact?: NewContact;
    }
  | CodesRefused;

/**
 * Compares both codes with the challenge of a subject and a requester; the try is counted first. The work is the same
 * without a challenge, or with one whose codes no one received. Whatever the row of a challenge says, its hash is of
 * this subject with these contacts, for this requester.
 */
export async function tryCodes(
  ports: ChallengePorts,
  of: CodeSubject,
  typed: TypedCodes,
): Promise<TryOutcome> {
  const { codeSecrets } = ports;
  const emailCode = readCode(typed.emailOTP);
  const phoneCode = readCode(typed.phoneOTP);
  if (emailCode === null || phoneCode === null) return { kind: 'wrong' };
  const counted = await countTry(ports, of, typed.requesters);
  if (counted.seconds > 0) return { kind: 'paused', seconds: counted.seconds };
  const { challengeId, proves, challenge, requester, now } = counted;
  const hash = await hashOf(codeSecrets, { challengeId, proves, emailCode, phoneCode });
  const isRight = challenge !== null && timingSafeEqual(hash, challenge.codesHash);
  if (!isRight || challenge.expiresAt <= now) return { kind: 'wrong' };
  const { contact } = challenge;
  return { kind: 'right', challengeId, requester, ...(contact !== undefined && { contact }) };
}

/** A challenge of which one more try was counted; null when there is none with a try left. */
export interface CountedTry {
  readonly challenge: TriedChallenge | null;
  readonly challengeId: string;
  readonly requester: string;
  readonly proves: readonly string[];
  readonly seconds: number;
  readonly now: Date;
}

/** Counts a try of the first of these requesters who has a challenge: of no one else's. */
export async function countTry(
  { codes, limits, clock }: Pick<ChallengePorts, 'codes' | 'limits' | 'clock'>,
  of: CodeSubject,
  requesters: readonly string[],
): Promise<CountedTry> {
  const now = clock.now();
  const { purpose, subject } = of;
  for (const requester of requesters) {
    const counter = { purpose, subject, requester };
    const challenge = await codes.countTry(counter, CODE_TRIES, now);
    if (challenge === null) continue;
    const seconds = await limits.takeTry(counter, now);
    // Whoever can write to the database can set its count back.
    const isLeft = limits.hasTry(keyOf(challenge), CODE_TRIES, now);
    const { contact } = challenge;
    const proven = contact === undefined ? of : { ...of, contact };
    const proves = provenBy(proven, requester, challenge.expiresAt);
    const base = { challengeId: challenge.id, requester, proves, seconds, now };
    return { ...base, challenge: isLeft ? challenge : null };
  }
  const [requester = ''] = requesters;
  const proves = provenBy(of, requester, now);
  return { challenge: null, challengeId: NO_CHALLENGE, requester, proves, seconds: 0, now };
}

/** The code of the email and both codes of one challenge have tries of their own. */
function keyOf({ id, codesHash }: Pick<TriedChallenge, 'id' | 'codesHash'>): string {
  return `${id} ${Buffer.from(codesHash).toString('base64')}`;
}

function provenBy(
  { purpose, subject, account, contact }: CodeSubject,
  requester: string,
  expiresAt: Date,
): readonly string[] {
  const fixed = [purpose, subject, requester, expiresAt.toISOString()];
  if (account === null) return fixed;
  const change = contact === undefined ? [] : [contact.channel, contact.value];
  return [...fixed, ...signedFields(account), ...change];
}
