import type { CodesRefused, TypedCodes } from '../ports/account-recovery.ts';
import type { AccountSigner } from '../ports/account-signatures.ts';
import type { ContactChange, ContactChanges, NewContact } from '../ports/contact-changes.ts';
import type { Notice } from '../ports/outbox.ts';
import type { RecoverableAccounts } from '../ports/recoverable-accounts.ts';
import { type ChallengePorts, tryCodes } from './code-challenge.ts';
import { type CodeSubject, ofContactChange, ofUnknown } from './code-subject.ts';
import { noticeOfCancelled, noticeOfUse, noticesOfConfirmed } from './contact-notices.ts';
import { type FindSignedPorts, findSigned } from './find-signed.ts';

export interface ContactChangePorts extends ChallengePorts, FindSignedPorts {
  readonly accounts: Pick<RecoverableAccounts, 'find' | 'findOwner'>;
  readonly signer: AccountSigner;
  readonly contactChanges: ContactChanges;
  readonly endedChanges: EndedChanges;
  /** How long a confirmed change waits. */
  readonly contactChangeMs: number;
}

/**
 * Which changes were cancelled or replaced: whoever can write to the database could put one back with its right
 * signature. Held for as long as the process runs.
 */
export interface EndedChanges {
  /** What was confirmed before this is over. */
  endBefore(userId: string, confirmedMs: number): void;
  isEnded(userId: string, confirmedMs: number): boolean;
}

const MOST_USERS = 100_000;

export function createEndedChanges(): EndedChanges {
  const endedMs = new Map<string, number>();
  return {
    endBefore(userId, confirmedMs) {
      const latest = Math.max(confirmedMs, endedMs.get(userId) ?? 0);
      endedMs.delete(userId);
      endedMs.set(userId, latest);
      const [oldest] = endedMs.keys();
      if (endedMs.size > MOST_USERS && oldest !== undefined) endedMs.delete(oldest);
    },
    isEnded: (userId, confirmedMs) => confirmedMs < (endedMs.get(userId) ?? 0),
  };
}

/**
 * Whose codes a change's are. A contact that has an account gets no code, and its owner a message instead; the work
 * and what the other contact receives are the same.
 */
export async function subjectOfChange(
  ports: ContactChangePorts,
  userId: string,
  contact: NewContact,
): Promise<{ readonly of: CodeSubject; readonly notices: readonly Notice[] }> {
  const found = await findSigned(ports, userId);
  if (found === null) return { of: ofUnknown('contact-change', userId), notices: [] };
  const owner = await ports.accounts.findOwner(contact);
  const isFree = owner === null;
  const receives = {
    email: isFree || contact.channel !== 'email',
    phone: isFree || contact.channel !== 'phone',
  };
  const of = ofContactChange(found.account, { contact, receives });
  const channel = contact.channel === 'email' ? 'email' : 'sms';
  // Without an owner, the same is counted.
  const counted = owner?.userId ?? `none ${userId}`;
  const isDue = await ports.limits.takeOwnerNotice(counted, channel, ports.clock.now());
  return { of, notices: isDue && owner !== null ? [noticeOfUse(owner, contact)] : [] };
}

/** Stores a change that both codes confirm. Whatever the rows say, the codes prove user, contacts and the new one. */
export async function confirmContactChange(
  ports: ContactChangePorts,
  userId: string,
  typed: TypedCodes,
): Promise<{ readonly kind: 'right'; readonly change: ContactChange } | CodesRefused> {
  const found = await findSigned(ports, userId);
  const of =
    found === null ? ofUnknown('contact-change', userId) : ofContactChange(found.account, null);
  const tried = await tryCodes(ports, of, typed);
  if (tried.kind !== 'right') return tried;
  const { challengeId, contact } = tried;
  if (found === null || contact === undefined) return { kind: 'wrong' };
  if ((await ports.accounts.findOwner(contact)) !== null) return { kind: 'wrong' };
  const now = ports.clock.now();
  const at = new Date(now.getTime() + ports.contactChangeMs);
  const change = { userId, channel: contact.channel, value: contact.value, at };
  const signature = ports.signer.signChange({ change, accountSignature: found.signature });
  const notices = noticesOfConfirmed(found.account, change);
  const signed = { ...change, signature };
  const confirmation = { challengeId, change: signed, notices, now };
  if (!(await ports.contactChanges.confirm(confirmation))) return { kind: 'wrong' };
  ports.endedChanges.endBefore(userId, now.getTime());
  return { kind: 'right', change };
}

/** Ends all that was confirmed until now, whether or not its row is there. @returns whether one was */
export async function cancelContactChange(
  ports: ContactChangePorts,
  userId: string,
): Promise<boolean> {
  const { contactChanges, endedChanges, clock } = ports;
  const now = clock.now();
  endedChanges.endBefore(userId, now.getTime() + 1);
  const found = await findSigned(ports, userId);
  const change = await contactChanges.find(userId);
  if (change === null) return false;
  const notices = found === null ? [] : [noticeOfCancelled(found.account, change, 'cancelled')];
  return contactChanges.remove(change, notices, now);
}
