import type { ActivityType } from '#domain/activity/activity';
import {
  DECIMALS_SHOWN,
  formatBaseUnits,
  groupThousands,
} from '#domain/amount/base-units-to-display';
import { type RampSide, type RampStatus, wordByRampStatus } from '#domain/ramp/ramp-order';
import type { ActivityTransaction } from '#wire/wallet/history';
import type { BadgeTone } from '../../ui/badge.tsx';

/** The label of each type in the type filter. */
export const nameByType: Readonly<Record<ActivityType, string>> = {
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

/** @returns the title of a row */
export function titleOf(transaction: ActivityTransaction): string {
  const { type, direction } = transaction;
  if (type !== 'ramp') return nameByType[type];
  if (rampSideOf(transaction) === 'BUY') return 'Buy';
  return direction === 'in' ? 'Sale returned' : 'Sell';
}

/** @returns whether a ramp row is a purchase or a sale */
export function rampSideOf({ direction, ramp }: ActivityTransaction): RampSide {
  return ramp?.side ?? (direction === 'in' ? 'BUY' : 'SELL');
}

/** The signed amount, as in `−250.0000`: four decimals, truncated toward zero (§9). */
export function amountText({ amountBaseUnits, decimals, direction }: ActivityTransaction): string {
  const shown = { places: DECIMALS_SHOWN.history, rounding: 'down' } as const;
  const text = groupThousands(formatBaseUnits(BigInt(amountBaseUnits), decimals, shown));
  if (direction === 'none' || amountBaseUnits === '0') return text;
  return `${direction === 'in' ? '+' : '−'}${text}`;
}

interface Status {
  readonly tone: BadgeTone;
  readonly icon: 'done' | 'failed' | 'waiting' | 'clock';
  readonly text: string;
}

/** The status of a row. Ramp orders show the partner's status, unless their own payment failed. */
export function statusOf(
  { status, direction, progress, spendableAt, ramp }: ActivityTransaction,
  now: number,
): Status {
  if (ramp !== null && (status !== 'failed' || direction === 'none')) return orderStatus(ramp);
  if (status === 'failed') return { tone: 'bad', icon: 'failed', text: 'Failed' };
  if (status === 'success') return { tone: 'good', icon: 'done', text: 'Success' };
  if (spendableAt !== null) {
    const minutes = Math.max(1, Math.ceil((Date.parse(spendableAt) - now) / 60_000));
    return { tone: 'warn', icon: 'clock', text: `Spendable in ${minutes} min` };
  }
  return { tone: 'accent', icon: 'waiting', text: progress === null ? 'Pending' : 'Finalizing…' };
}

function orderStatus({ status }: { readonly status: RampStatus }): Status {
  return { ...badgeByRampStatus[status], text: wordByRampStatus[status] };
}

const badgeByRampStatus: Readonly<Record<RampStatus, Omit<Status, 'text'>>> = {
  'awaiting-payment': { tone: 'warn', icon: 'clock' },
  processing: { tone: 'accent', icon: 'waiting' },
  completed: { tone: 'good', icon: 'done' },
  failed: { tone: 'bad', icon: 'failed' },
  cancelled: { tone: 'plain', icon: 'failed' },
  expired: { tone: 'plain', icon: 'failed' },
  refunded: { tone: 'plain', icon: 'done' },
};

/** Groups consecutive rows by day in the user's time zone, keeping their order. */
export function groupByDay(
  transactions: readonly ActivityTransaction[],
  now: number,
): readonly { readonly day: string; readonly transactions: readonly ActivityTransaction[] }[] {
  const groups: { day: string; transactions: ActivityTransaction[] }[] = [];
  for (const transaction of transactions) {
    const day = dayText(Date.parse(transaction.date), now);
    const last = groups[groups.length - 1];
    if (last?.day === day) last.transactions.push(transaction);
    else groups.push({ day, transactions: [transaction] });
  }
  return groups;
}

/** @returns `Today`, `Yesterday`, `12 November`, or `12 November 2025` for another year */
function dayText(then: number, now: number): string {
  const [date, today] = [new Date(then), new Date(now)];
  const yesterday = new Date(now);
  yesterday.setDate(today.getDate() - 1);
  if (date.toDateString() === today.toDateString()) return 'Today';
  if (date.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return date.getFullYear() === today.getFullYear()
    ? dayOfYear.format(date)
    : wholeDay.format(date);
}

const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const wholeDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });
