import type { Account } from '../ports/accounts.ts';
import type { ContactChange, NewContact } from '../ports/contact-changes.ts';
import type { Channel, Notice } from '../ports/outbox.ts';
import { withContact } from './code-notices.ts';

const channelOf = { email: 'email', phone: 'sms' } as const satisfies Record<string, Channel>;

/** @returns the message to the owner of a contact that someone else wants to change to */
export function noticeOfUse(
  owner: Pick<Account, 'userId' | 'name'>,
  { channel, value }: NewContact,
): Notice {
  const base = { topic: 'contact-in-use', channel: channelOf[channel], recipient: value } as const;
  const { userId, name } = owner;
  return { ...base, userId, content: { name, changed: channel }, secret: null, expiresAt: null };
}

/** @returns messages to both contacts of the account and to the new one: each says when, and how to stop it */
export function noticesOfConfirmed(account: Account, change: ContactChange): readonly Notice[] {
  return noticesTo(account, change, 'contact-change-confirmed');
}

/** @returns messages to both contacts of the account as it was, and to the new one */
export function noticesOfChanged(before: Account, change: ContactChange): readonly Notice[] {
  return noticesTo(before, change, 'contact-changed');
}

/** @returns the message that it does not happen, to the email that stays */
export function noticeOfCancelled(
  { userId, name, email }: Account,
  { channel, value }: NewContact,
  reason: 'cancelled' | 'in-use',
): Notice {
  const base = { topic: 'contact-change-cancelled', channel: 'email', recipient: email } as const;
  const content = { name, changed: channel, value: shown(channel, value), reason };
  return { ...base, userId, content, secret: null, expiresAt: null };
}

function noticesTo(
  before: Account,
  change: ContactChange,
  topic: 'contact-change-confirmed' | 'contact-changed',
): readonly Notice[] {
  const { userId, name } = before;
  const { channel: changed, value, at } = change;
  const content = { name, changed, value: shown(changed, value), at: at.toISOString() };
  const base = { topic, userId, content, secret: null, expiresAt: null } as const;
  const recipients = [before, withContact(before, change)].flatMap(({ email, phone }) => [
    `email ${email}`,
    `sms ${phone}`,
  ]);
  return [...new Set(recipients)].map((each) => {
    const channel = each.startsWith('email ') ? 'email' : 'sms';
    return { ...base, channel, recipient: each.slice(channel.length + 1) };
  });
}

/** Enough for its owner: whoever reads an old mailbox does not learn the new one. */
function shown(channel: NewContact['channel'], value: string): string {
  if (channel === 'phone') return `…${value.slice(-4)}`;
  const at = value.indexOf('@');
  return `${value.slice(0, 1)}…${value.slice(at)}`;
}
