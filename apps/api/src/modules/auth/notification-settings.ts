import type { notificationSettings } from '#wire/auth/notification-settings';
import type { Handler } from '../../application/call.ts';
import type { NotificationSettings } from '../../ports/notification-settings.ts';

export interface NotificationSettingsPorts {
  readonly notificationSettings: NotificationSettings;
}

/** Reads which emails the caller receives. */
export function createNotificationSettings({
  notificationSettings: settings,
}: NotificationSettingsPorts): Handler<typeof notificationSettings> {
  return async ({ session }) => ({
    data: { paymentMails: await settings.wantsPaymentMails(session.userId) },
  });
}
