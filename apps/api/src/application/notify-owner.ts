import type { Accounts } from '../ports/accounts.ts';
import type { Channel, NoticeTopic, Outbox } from '../ports/outbox.ts';

export interface NotifyOwnerPorts {
  readonly accounts: Pick<Accounts, 'findById'>;
  readonly outbox: Pick<Outbox, 'add'>;
}

/** What an owner is notified of, and where. */
export interface OwnerNotice {
  readonly userId: string;
  readonly topic: NoticeTopic;
  readonly channels: readonly Channel[];
  /** What the text is filled with besides name and time. */
  readonly content?: Readonly<Record<string, string>>;
}

/** Notifies the owner of an account. Rejects with `AccountChanged` when its contacts are not those it was registered with. */
export async function notifyOwner(
  { accounts, outbox }: NotifyOwnerPorts,
  { userId, topic, channels, content = {} }: OwnerNotice,
  now: Date,
): Promise<void> {
  const account = await accounts.findById(userId);
  if (account === null) return;
  const { name, email, phone } = account;
  const filled = { name, at: now.toISOString(), ...content };
  const base = { topic, userId, content: filled, secret: null, expiresAt: null } as const;
  const notices = channels.map((channel) => ({
    ...base,
    channel,
    recipient: channel === 'email' ? email : phone,
  }));
  await outbox.add(notices, now);
}
