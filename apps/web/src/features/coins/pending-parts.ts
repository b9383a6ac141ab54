import type { Coin } from '#wire/wallet/coin';
import { clockText, dayAndClockText } from '../../lib/elapsed.ts';

type Reason = Coin['pending'][number]['reason'];

/** The amount of a coin that is pending for one reason. */
export interface PendingPart {
  readonly reason: Reason;
  /** Base units. */
  readonly units: bigint;
  /** When all of it is spendable, milliseconds since 1970; null when unknown. */
  readonly until: number | null;
}

/** @returns the pending part of a balance, one entry per reason, in order of first appearance. */
export function pendingParts({ pending }: Pick<Coin, 'pending'>): readonly PendingPart[] {
  const partByReason = new Map<Reason, PendingPart>();
  for (const { reason, baseUnits, until } of pending) {
    const known = partByReason.get(reason);
    const at = until === null ? null : Date.parse(until);
    partByReason.set(reason, {
      reason,
      units: (known?.units ?? 0n) + BigInt(baseUnits),
      until: known ? later(known.until, at) : at,
    });
  }
  return [...partByReason.values()];
}

function later(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : Math.max(one, other);
}

/** @returns why it is pending, to be read after the amount. */
export function pendingReasonText({ reason }: PendingPart): string {
  return LABELS_BY_REASON[reason];
}

const LABELS_BY_REASON: Readonly<Record<Reason, string>> = {
  arriving: 'arriving',
  change: 'change from a payment in progress',
  checking: 'being checked for stolen money',
};

/** @returns when it becomes spendable, as in `spendable around 14:32`; without a time while none is known. */
export function untilText({ reason, until }: PendingPart, now: number): string {
  if (until === null) return EVENT_BY_REASON[reason];
  if (until <= now) return 'spendable any moment now';
  const isToday = new Date(until).toDateString() === new Date(now).toDateString();
  return `spendable around ${isToday ? clockText(until) : dayAndClockText(until)}`;
}

const EVENT_BY_REASON: Readonly<Record<Reason, string>> = {
  arriving: 'spendable once confirmed',
  change: 'spendable once confirmed',
  checking: 'this can take a while',
};
