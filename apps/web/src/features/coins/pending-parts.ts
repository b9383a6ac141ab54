import { t } from '#language/t';
import type { Coin } from '#wire/wallet/coin';
import { recentClockText } from '../../lib/elapsed.ts';

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

/**
 * @returns why it is pending and when it becomes spendable, to be read after the amount, as in
 *   `pending: arriving, spendable around 14:32`; without a time while none is known
 */
export function pendingText({ reason, until }: PendingPart, now: number): string {
  return t(
    'pending: {reason, select, arriving {arriving} change {change from a payment in progress} other {being checked for stolen money}}, {until, select, any {spendable any moment now} time {spendable around {time}} long {this can take a while} other {spendable once confirmed}}',
    {
      reason,
      until: kindOf(until, reason, now),
      time: until === null ? '' : recentClockText(until, now),
    },
  );
}

/** What is known of the time. */
function kindOf(
  until: number | null,
  reason: Reason,
  now: number,
): 'any' | 'time' | 'long' | 'once' {
  if (until !== null) return until <= now ? 'any' : 'time';
  return reason === 'checking' ? 'long' : 'once';
}
