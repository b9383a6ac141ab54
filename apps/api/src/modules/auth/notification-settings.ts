import type { Notifications, notificationSettings } from '#wire/auth/notification-settings';
import type { Handler } from '../../application/call.ts';
import type {
  NotificationChoices,
  NotificationSettings,
} from '../../ports/notification-settings.ts';

export interface NotificationSettingsPorts {
  readonly notificationSettings: NotificationSettings;
}

/** Reads what the caller is notified of, and where. */
export function createNotificationSettings({
  notificationSettings: settings,
}: NotificationSettingsPorts): Handler<typeof notificationSettings> {
  return async ({ session }) => ({
    data: notificationsView(await settings.choices(session.userId)),
  });
}

/** @returns the choices as the user sees them */
export function notificationsView(topics: NotificationChoices): Notifications {
  return { paymentMails: topics.payments.email, topics };
}
