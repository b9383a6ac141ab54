import type { changeNotificationSettings } from '#wire/auth/change-notification-settings';
import type { Handler } from '../../application/call.ts';
import type { NotificationSettingsPorts } from './notification-settings.ts';

/** Changes which emails the caller receives. */
export function createChangeNotificationSettings({
  notificationSettings: settings,
}: NotificationSettingsPorts): Handler<typeof changeNotificationSettings> {
  return async ({ session, body }) => {
    await settings.setPaymentMails(session.userId, body.paymentMails);
    return { data: { paymentMails: body.paymentMails } };
  };
}
