import type { dismissReminder } from '#wire/security/dismiss-reminder';
import type { Handler } from '../../application/call.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Protections } from '../../ports/protections.ts';

export interface DismissReminderPorts {
  readonly protections: Protections;
  readonly clock: Pick<Clock, 'now'>;
}

/** Hides the reminder of what the caller's account lacks, on every device, for a week. */
export function createDismissReminder({
  protections,
  clock,
}: DismissReminderPorts): Handler<typeof dismissReminder> {
  return async ({ session }) => {
    const remindedAt = clock.now();
    await protections.change(session.userId, (protection) => ({ ...protection, remindedAt }));
    return { success: true };
  };
}
