import type { changeNotificationSettings } from '#wire/auth/change-notification-settings';
import type { Handler } from '../../application/call.ts';
import type { RequireApproval } from '../../application/require-approval.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NotificationSettingsPorts } from './notification-settings.ts';

export interface ChangeNotificationSettingsPorts extends NotificationSettingsPorts {
  readonly requireApproval: RequireApproval;
  readonly clock: Pick<Clock, 'now'>;
}

/** Changes which emails the caller receives. */
export function createChangeNotificationSettings({
  notificationSettings: settings,
  requireApproval,
  clock,
}: ChangeNotificationSettingsPorts): Handler<typeof changeNotificationSettings> {
  return async ({ session, client, body }) => {
    // Whoever took over a session must not silence what its owner would be notified of.
    if (!body.paymentMails && (await settings.wantsPaymentMails(session.userId))) {
      const subject = { reasons: ['notifications-off'], fields: ['payment mails off'] } as const;
      const approval = await requireApproval({ session, client }, subject);
      if ('refused' in approval) return approval;
    }
    await settings.setPaymentMails(session.userId, body.paymentMails, clock.now());
    return { data: { paymentMails: body.paymentMails } };
  };
}
