import { timingSafeEqual } from 'node:crypto';
import type { CodesRefused, TypedEmailCode } from '../ports/account-recovery.ts';
import { type ChallengePorts, countTry, hashOf } from './code-challenge.ts';
import { noticesOf } from './code-notices.ts';
import type { CodeSubject } from './code-subject.ts';
import { makeLongCode, readCode } from './one-time-code.ts';

/**
 * Sends the text message of a challenge whose email code was entered, once. From then on both codes are needed. The
 * try is counted first, and the work is the same without a challenge.
 */
export async function sendPhoneCode(
  ports: ChallengePorts,
  of: CodeSubject,
  { emailOTP, requesters, origin }: TypedEmailCode,
): Promise<{ readonly kind: 'right' } | CodesRefused> {
  const { codes, codeSecrets, randomness, limits } = ports;
  const emailCode = readCode(emailOTP);
  if (emailCode === null) return { kind: 'wrong' };
  const { challenge, challengeId, proves, seconds, now } = await countTry(ports, of, requesters);
  if (seconds > 0) return { kind: 'paused', seconds };
  const from = await hashOf(codeSecrets, { challengeId, proves, emailCode, phoneCode: null });
  const isRight = challenge !== null && timingSafeEqual(from, challenge.codesHash);
  if (!isRight || challenge.expiresAt <= now) return { kind: 'wrong' };
  const wait = await limits.takeText(of, now);
  if (wait > 0) return { kind: 'paused', seconds: wait };
  const phoneCode = makeLongCode(randomness);
  const to = await hashOf(codeSecrets, { challengeId, proves, emailCode, phoneCode });
  const notices = noticesOf(codeSecrets, { of, challenge, origin, emailCode: null, phoneCode });
  const isFirst = await codes.advance({ id: challengeId, from, to }, notices, now);
  return isFirst ? { kind: 'right' } : { kind: 'wrong' };
}
