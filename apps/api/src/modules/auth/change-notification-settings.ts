import type { changeNotificationSettings } from '#wire/auth/change-notification-settings';
import type { Handler } from '../../application/call.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NotificationSettingsPorts } from './notification-settings.ts';

export interface ChangeNotificationSettingsPorts extends NotificationSettingsPorts {
  readonly clock: Pick<Clock, 'now'>;
}

/** Changes which emails the caller receives. */
export function createChangeNotificationSettings({
  notificationSettings: settings,
  clock,
}: ChangeNotificationSettingsPorts): Handler<typeof changeNotificationSettings> {
  return async ({ session, body }) => {
    await settings.setPaymentMails(session.userId, body.paymentMails, clock.now());
    return { data: { paymentMails: body.paymentMails } };
  };
}
