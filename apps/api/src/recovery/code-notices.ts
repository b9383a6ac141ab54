import type { RequestOrigin } from '../ports/account-recovery.ts';
import type { CodeSecrets } from '../ports/code-secrets.ts';
import type { CodeChallenge } from '../ports/one-time-codes.ts';
import type { Notice } from '../ports/outbox.ts';
import type { CodeSubject } from './code-subject.ts';

/** Codes that were made, for whom, and what their messages say about the request. */
interface MadeCodes {
  readonly of: CodeSubject;
  readonly challenge: Pick<CodeChallenge, 'id' | 'expiresAt'>;
  readonly origin: RequestOrigin;
  /** Null when it was sent before. */
  readonly emailCode: string | null;
  /** Null when it is sent later. */
  readonly phoneCode: string | null;
}

/** @returns the messages with these codes; none to a contact that gets no code */
export function noticesOf(
  codeSecrets: Pick<CodeSecrets, 'seal'>,
  { of, challenge, origin, emailCode, phoneCode }: MadeCodes,
): readonly Notice[] {
  const { purpose, account, receives } = of;
  if (account === null) return [];
  const { userId, name, email, phone } = account;
  const isNew = purpose === 'register';
  const { device, place } = origin;
  const isLater = phoneCode === null;
  const base = {
    topic: isNew ? 'registration-codes' : 'reset-codes',
    // A registration is no user yet.
    userId: isNew ? null : userId,
    content: {
      ...{ name, challengeId: challenge.id, device, place },
      ...(isLater && { isTextLater: 'true' }),
    },
    expiresAt: challenge.expiresAt,
  } as const;
  const sealed = (channel: 'email' | 'sms', recipient: string, code: string): Notice => ({
    ...{ ...base, channel, recipient },
    secret: codeSecrets.seal(code, sealContext(challenge.id, channel, recipient)),
  });
  return [
    ...(receives.email && emailCode !== null ? [sealed('email', email, emailCode)] : []),
    ...(receives.phone && phoneCode !== null ? [sealed('sms', phone, phoneCode)] : []),
  ];
}

/** @returns what a sealed code is bound to: moved to another message, it does not open */
export function sealContext(
  challengeId: string,
  channel: Notice['channel'],
  recipient: string,
): readonly string[] {
  return ['outbox code', challengeId, channel, recipient];
}
