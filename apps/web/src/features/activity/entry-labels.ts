import type { ActivityType } from '#domain/activity/activity';
import {
  DECIMALS_SHOWN,
  formatBaseUnits,
  groupThousands,
} from '#domain/amount/base-units-to-display';
import { sentenceOfCancellation, sentenceOfEnd } from '#domain/operation/failure-sentence';
import { type RampStatus, wordByRampStatus } from '#domain/ramp/ramp-order';
import { claimBadge } from '../../claims/claim-badge.ts';
import { claimType } from '../../claims/claim-texts.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import type { ActivityEntry } from './entry.ts';
import type { EntryAmount } from './entry-amounts.ts';

/** @returns the title of an entry; null for one that is named after its counterparty */
export function titleOf(entry: ActivityEntry): string | null {
  const { kind, amount, second, claim } = entry;
  if (claim !== null) return claim.recipient.value;
  switch (kind) {
    case 'sent':
    case 'received':
      return entry.counterparty === null ? titleWithoutName(kind, entry) : null;
    case 'made-private':
      return 'Make private';
    case 'made-public':
      return 'Make public';
    case 'swap':
      return second === null ? `Swap ${amount.token}` : `Swap ${second.token} to ${amount.token}`;
    case 'buy':
      return `Buy ${amount.token}`;
    case 'sell':
      return `Sell ${amount.token}`;
    case 'sale-returned':
      return 'Sale returned';
    case 'approval':
      return `Approval for ${amount.token}`;
    case 'nonce-fill':
      return nameByType['nonce-fill'];
    case 'other':
      return 'Other movement';
  }
}

function titleWithoutName(
  kind: 'sent' | 'received',
  { hasSeveralCounterparties, isClaimed }: ActivityEntry,
): string {
  if (isClaimed) return 'Payment by link';
  if (hasSeveralCounterparties) return kind === 'sent' ? 'Several recipients' : 'Several senders';
  return kind === 'sent' ? 'Unknown recipient' : 'Unknown sender';
}

/** @returns what kind of transaction it was, in the words of the forms */
export function typeLabelOf({ kind, type, amount, second, claim }: ActivityEntry): string {
  if (claim !== null) return claimType(claim.recipient.channel);
  switch (kind) {
    case 'received':
      return nameByType.receive;
    case 'swap':
      return second === null || second.chain === amount.chain
        ? nameByType.swap
        : `${second.chain} to ${amount.chain}`;
    case 'buy':
      return 'Card payment';
    case 'sell':
    case 'sale-returned':
      return 'Bank payout';
    case 'nonce-fill':
      return 'No money moved';
    default:
      return nameByType[type];
  }
}

const nameByType: Readonly<Record<ActivityType, string>> = {
  send: 'Send',
  receive: 'Receive',
  shield: 'Shield',
  unshield: 'Unshield',
  'internal-transfer': 'Internal Transfer',
  swap: 'Swap',
  approve: 'Approval',
  ramp: 'Buy or sell',
  'nonce-fill': 'Account cleared for waiting payments',
  other: 'Other',
};

/** @returns where the money of an entry went, where neither title nor message says so; null otherwise */
export function directionOf({ kind, type }: ActivityEntry): string | null {
  if (kind === 'made-private') return 'Public to private';
  if (kind === 'made-public') return 'Private to public';
  if (kind !== 'received') return null;
  if (type === 'shield') return 'Sent to your private balance';
  return type === 'unshield' ? 'Sent from a private balance' : null;
}

/** @returns the signed amount, as in `−250.0000`: four decimals, truncated toward zero (§9) */
export function amountText({ units, decimals, direction, isExpected }: EntryAmount): string {
  const shown = { places: DECIMALS_SHOWN.history, rounding: 'down' } as const;
  const text = groupThousands(formatBaseUnits(units, decimals, shown));
  if (isExpected) return `≈ ${text}`;
  if (direction === 'none' || units === 0n) return text;
  return `${direction === 'in' ? '+' : '−'}${text}`;
}

/** @returns whether the main figure is money that the user has now and didn’t have before */
export function hasArrived({ amount, status }: ActivityEntry): boolean {
  return amount.direction === 'in' && !amount.isExpected && status === 'success';
}

/** @returns whether it failed and moved nothing: a swap can fail with a part of it done */
export function hasMovedNothing({ failure, sums }: ActivityEntry): boolean {
  return (
    failure !== null && sums.every(({ units, direction }) => units === 0n || direction === 'none')
  );
}

/** A status as a badge. */
export interface EntryBadge {
  readonly tone: BadgeTone;
  readonly icon: 'done' | 'failed' | 'waiting' | 'clock' | 'hourglass' | 'returned';
  readonly text: string;
}

/** @returns the status of an entry. Orders show the partner’s status, unless their own payment failed. */
export function badgeOf(entry: ActivityEntry, now: number): EntryBadge {
  const { status, step, lead, claim } = entry;
  if (claim !== null) return claimBadge(claim);
  const { ramp, direction, spendableAt } = lead.transaction;
  if (ramp !== null && (status !== 'failed' || direction === 'none')) return orderBadge(ramp);
  if (status === 'failed') return failedBadge(entry);
  if (status === 'success') return { tone: 'good', icon: 'done', text: 'Success' };
  if (spendableAt !== null) {
    const minutes = Math.max(1, Math.ceil((Date.parse(spendableAt) - now) / 60_000));
    return { tone: 'warn', icon: 'clock', text: `Spendable in ${minutes} min` };
  }
  return { tone: 'accent', icon: 'waiting', text: pendingText(entry, step) };
}

/** What was cancelled or has expired says so, and isn’t red: nothing went wrong. */
function failedBadge({ failure }: ActivityEntry): EntryBadge {
  const text = WORD_BY_FAILURE.get(failure ?? '');
  return text === undefined
    ? { tone: 'bad', icon: 'failed', text: 'Failed' }
    : { tone: 'plain', icon: 'failed', text };
}

const WORD_BY_FAILURE: ReadonlyMap<string, string> = new Map([
  [sentenceOfEnd('cancelled'), 'Cancelled'],
  [sentenceOfCancellation('user'), 'Cancelled'],
  [sentenceOfCancellation('operator'), 'Cancelled'],
  [sentenceOfCancellation('expired'), 'Expired'],
  [sentenceOfEnd('expired'), 'Expired'],
]);

function pendingText({ rows }: ActivityEntry, step: ActivityEntry['step']): string {
  if (step !== null) return `Step ${step.current} of ${step.of}`;
  const pending = rows.filter(({ transaction }) => transaction.status === 'pending');
  const isMined =
    pending.length > 0 && pending.every(({ transaction }) => transaction.progress !== null);
  return isMined ? 'Finalizing…' : 'Pending';
}

function orderBadge({ status }: { readonly status: RampStatus }): EntryBadge {
  return { ...badgeByRampStatus[status], text: wordByRampStatus[status] };
}

const badgeByRampStatus: Readonly<Record<RampStatus, Omit<EntryBadge, 'text'>>> = {
  'awaiting-payment': { tone: 'warn', icon: 'clock' },
  processing: { tone: 'accent', icon: 'waiting' },
  completed: { tone: 'good', icon: 'done' },
  failed: { tone: 'bad', icon: 'failed' },
  cancelled: { tone: 'plain', icon: 'failed' },
  expired: { tone: 'plain', icon: 'failed' },
  refunded: { tone: 'plain', icon: 'done' },
};
