import type { Account } from '../../../ports/accounts.ts';
import type { Channel, Notice } from '../../../ports/outbox.ts';
import { type CodeLimits, noticesToOwner } from './code-limits.ts';

/** Who owns the email and the number of a registration already; null for no one. Left out, a contact gets nothing now. */
type Owners = Readonly<Partial<Record<Channel, Account | null>>>;

/**
 * Notifies the owner of a contact on that contact alone: what the other one receives must not show that this one has
 * an account. At most once an hour; without an owner, the same is counted under the new id.
 */
export async function noticesToOwners(
  { codeLimits }: { readonly codeLimits: CodeLimits },
  owners: Owners,
  { standIn, now }: { readonly standIn: string; readonly now: Date },
): Promise<readonly Notice[]> {
  const notices: Notice[] = [];
  for (const channel of ['email', 'sms'] as const) {
    const owner = owners[channel];
    if (owner === undefined) continue;
    const counters = noticesToOwner(owner?.userId ?? standIn, channel);
    const isDue = (await codeLimits.take(counters, now)) === 0;
    // One message is enough for someone who owns both.
    const isNotified = channel === 'sms' && owner?.userId === owners.email?.userId;
    if (isDue && owner !== null && !isNotified) notices.push(noticeTo(owner, channel));
  }
  return notices;
}

function noticeTo({ userId, name, email, phone }: Account, channel: Channel): Notice {
  const recipient = channel === 'email' ? email : phone;
  const base = { topic: 'account-exists', channel, recipient, userId } as const;
  return { ...base, content: { name }, secret: null, expiresAt: null };
}
