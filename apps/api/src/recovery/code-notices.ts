import type { RequestOrigin } from '../ports/account-recovery.ts';
import type { Account } from '../ports/accounts.ts';
import type { CodeSecrets } from '../ports/code-secrets.ts';
import type { NewContact } from '../ports/contact-changes.ts';
import type { CodeChallenge, CodePurpose } from '../ports/one-time-codes.ts';
import type { Notice, NoticeTopic } from '../ports/outbox.ts';
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

const topicByPurpose = {
  register: 'registration-codes',
  reset: 'reset-codes',
  unfreeze: 'unfreeze-codes',
  'lost-factors': 'lost-factors-codes',
  'contact-change': 'contact-change-codes',
} as const satisfies Readonly<Record<CodePurpose, NoticeTopic>>;

/** @returns the messages with these codes; none to a contact that gets no code */
export function noticesOf(
  codeSecrets: Pick<CodeSecrets, 'seal'>,
  { of, challenge, origin, emailCode, phoneCode }: MadeCodes,
): readonly Notice[] {
  const { purpose, account, receives, contact } = of;
  if (account === null) return [];
  const { userId, name } = account;
  const { email, phone } = withContact(account, contact);
  const isNew = purpose === 'register';
  const { device, place, language } = origin;
  const isLater = phoneCode === null;
  const base = {
    topic: topicByPurpose[purpose],
    // A registration is no user yet.
    userId: isNew ? null : userId,
    content: {
      ...{ name, challengeId: challenge.id, device, place },
      ...(isNew && { language }),
      ...(isLater && { isTextLater: 'true' }),
      ...(contact !== undefined && { changed: contact.channel }),
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

/** @returns the account with its new contact */
export function withContact(account: Account, contact: NewContact | undefined): Account {
  return contact === undefined ? account : { ...account, [contact.channel]: contact.value };
}

/** @returns what a sealed code is bound to: moved to another message, it does not open */
export function sealContext(
  challengeId: string,
  channel: Notice['channel'],
  recipient: string,
): readonly string[] {
  return ['outbox code', challengeId, channel, recipient];
}
