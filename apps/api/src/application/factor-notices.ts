import type { Account } from '../ports/accounts.ts';
import type { Channel, Notice, NoticeTopic } from '../ports/outbox.ts';

type FactorTopic = Extract<
  NoticeTopic,
  'factor-added' | 'factor-removed' | 'recovery-codes-replaced' | 'recovery-code-used'
>;

/** Where a change of the factors themselves is announced: one channel alone may be in other hands. */
const channelsByTopic: Readonly<Record<FactorTopic, readonly Channel[]>> = {
  'factor-added': ['email', 'sms'],
  'factor-removed': ['email', 'sms'],
  'recovery-codes-replaced': ['email'],
  'recovery-code-used': ['email'],
};

/** @returns what an owner is notified of */
export function factorNotices(
  topic: FactorTopic,
  { userId, name, email, phone }: Account,
  event: {
    readonly ip: string;
    readonly at: Date;
    readonly what?: 'passkey' | 'app';
    readonly left?: number;
  },
): readonly Notice[] {
  const { ip, at, what, left } = event;
  const content = {
    ...{ name, ip, at: at.toISOString() },
    ...(what === undefined ? {} : { what }),
    ...(left === undefined ? {} : { left: String(left) }),
  };
  return channelsByTopic[topic].map((channel) => ({
    ...{ topic, channel, userId, content, secret: null, expiresAt: null },
    recipient: channel === 'email' ? email : phone,
  }));
}
