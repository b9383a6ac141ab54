import type { ClaimReminders } from '../ports/claim-reminders.ts';
import type { Clock } from '../ports/clock.ts';
import type { TakenNotice } from '../ports/outbox.ts';

/**
 * Counts each scheduled reminder before it is sent the first time: it may be repeated, but no other one follows it
 * within a day.
 * @returns whether a notice is still to be sent; always true of what is no scheduled reminder
 */
export function createIsClaimReminderDue(
  reminders: ClaimReminders,
  clock: Pick<Clock, 'now'>,
): (notice: TakenNotice) => Promise<boolean> {
  return async ({ topic, content, attempts }) => {
    if (topic !== 'claim-reminder') return true;
    const { claimId = '' } = content;
    return attempts === 0
      ? reminders.count(claimId, clock.now())
      : reminders.isWaiting(claimId, clock.now());
  };
}
