import type { ActivityType } from '#domain/activity/activity';
import { DECIMALS_SHOWN, formatBaseUnits } from '#domain/amount/base-units-to-display';
import { sentenceOfCancellation, sentenceOfEnd } from '#domain/operation/failure-sentence';
import { type RampStatus, wordByRampStatus } from '#domain/ramp/ramp-order';
import { t, translated } from '#language/t';
import { claimBadge } from '../../claims/claim-badge.ts';
import { claimType } from '../../claims/claim-texts.ts';
import { localFigure } from '../../lib/local-figure.ts';
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
      return t('Make private');
    case 'made-public':
      return t('Make public');
    case 'swap':
      return second === null
        ? t('Swap {token}', { token: amount.token })
        : t('Swap {sold} to {bought}', { sold: second.token, bought: amount.token });
    case 'buy':
      return t('Buy {token}', { token: amount.token });
    case 'sell':
      return t('Sell {token}', { token: amount.token });
    case 'sale-returned':
      return t('Sale returned');
    case 'approval':
      return t('Approval for {token}', { token: amount.token });
    case 'nonce-fill':
      return nameByType['nonce-fill'];
    case 'other':
      return t('Other movement');
  }
}

function titleWithoutName(
  kind: 'sent' | 'received',
  { hasSeveralCounterparties, isClaimed }: ActivityEntry,
): string {
  if (isClaimed) return t('Payment by link');
  if (hasSeveralCounterparties)
    return kind === 'sent' ? t('Several recipients') : t('Several senders');
  return kind === 'sent' ? t('Unknown recipient') : t('Unknown sender');
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
        : t('{from} to {to}', { from: second.chain, to: amount.chain });
    case 'buy':
      return t('Card payment');
    case 'sell':
    case 'sale-returned':
      return t('Bank payout');
    case 'nonce-fill':
      return t('No money moved');
    default:
      return nameByType[type];
  }
}

const nameByType: Readonly<Record<ActivityType, string>> = {
  send: t('Send'),
  receive: t('Receive'),
  shield: t('Shield'),
  unshield: t('Unshield'),
  'internal-transfer': t('Internal Transfer'),
  swap: t('Swap'),
  approve: t('Approval'),
  ramp: t('Buy or sell'),
  'nonce-fill': t('Account cleared for waiting payments'),
  other: t('Other'),
};

/** @returns where the money of an entry went, where neither title nor message says so; null otherwise */
export function directionOf({ kind, type }: ActivityEntry): string | null {
  if (kind === 'made-private') return t('Public to private');
  if (kind === 'made-public') return t('Private to public');
  if (kind !== 'received') return null;
  if (type === 'shield') return t('Sent to your private balance');
  return type === 'unshield' ? t('Sent from a private balance') : null;
}

/** @returns the signed amount, as in `−250.0000`: four decimals, truncated toward zero (§9) */
export function amountText({ units, decimals, direction, isExpected }: EntryAmount): string {
  const shown = { places: DECIMALS_SHOWN.history, rounding: 'down' } as const;
  const text = localFigure(formatBaseUnits(units, decimals, shown));
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
  const { spendableAt } = lead.transaction;
  const order = shownOrder(entry);
  if (order !== null) return orderBadge(order);
  if (status === 'failed') return failedBadge(entry);
  if (status === 'success') return { tone: 'good', icon: 'done', text: t('Success') };
  if (spendableAt !== null) {
    const minutes = Math.max(1, Math.ceil((Date.parse(spendableAt) - now) / 60_000));
    return { tone: 'warn', icon: 'clock', text: t('Spendable in {minutes} min', { minutes }) };
  }
  return { tone: 'accent', icon: 'waiting', text: pendingText(entry, step) };
}

/** What was cancelled or has expired says so, and isn’t red: nothing went wrong. */
function failedBadge({ failure }: ActivityEntry): EntryBadge {
  if (CANCELLED.has(failure ?? '')) return { tone: 'plain', icon: 'failed', text: t('Cancelled') };
  return EXPIRED.has(failure ?? '')
    ? { tone: 'plain', icon: 'failed', text: t('Expired') }
    : { tone: 'bad', icon: 'failed', text: t('Failed') };
}

/** @returns whether a failed entry was cancelled */
export function isCancelled(entry: ActivityEntry): boolean {
  const order = shownOrder(entry);
  return order === null ? CANCELLED.has(entry.failure ?? '') : order.status === 'cancelled';
}

/** The order whose status is the one of its entry; null for any other entry. */
function shownOrder({ status, lead }: ActivityEntry): { readonly status: RampStatus } | null {
  const { ramp, direction } = lead.transaction;
  return status !== 'failed' || direction === 'none' ? ramp : null;
}

const CANCELLED: ReadonlySet<string> = new Set([
  sentenceOfEnd('cancelled'),
  sentenceOfCancellation('user'),
  sentenceOfCancellation('operator'),
]);
const EXPIRED: ReadonlySet<string> = new Set([
  sentenceOfCancellation('expired'),
  sentenceOfEnd('expired'),
]);

function pendingText({ rows }: ActivityEntry, step: ActivityEntry['step']): string {
  if (step !== null)
    return t('Step {current} of {total}', { current: step.current, total: step.of });
  const pending = rows.filter(({ transaction }) => transaction.status === 'pending');
  const isMined =
    pending.length > 0 && pending.every(({ transaction }) => transaction.progress !== null);
  return isMined ? t('Finalizing…') : t('Pending');
}

function orderBadge({ status }: { readonly status: RampStatus }): EntryBadge {
  return { ...badgeByRampStatus[status], text: translated(wordByRampStatus[status]) };
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
