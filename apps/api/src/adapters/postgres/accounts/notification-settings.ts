import type pg from 'pg';
import type { NotificationSettings } from '../../../ports/notification-settings.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import type { notificationSettings } from '../schema/notification-settings.ts';

export const FIND_SETTINGS = statement<RowOf<typeof notificationSettings, 'wants_payment_mails'>>(
  'select wants_payment_mails from notification_settings where user_id = $1',
);

export const SET_PAYMENT_MAILS = statement(
  `insert into notification_settings (user_id, wants_payment_mails) values ($1, $2)
   on conflict (user_id) do update set wants_payment_mails = excluded.wants_payment_mails`,
);

/** Notification settings as rows; a user without a row wants everything. */
export function createPostgresNotificationSettings({
  pool,
}: {
  readonly pool: pg.Pool;
}): NotificationSettings {
  return {
    async wantsPaymentMails(userId) {
      return (await readFirst(pool, FIND_SETTINGS, [userId]))?.wants_payment_mails ?? true;
    },
    async setPaymentMails(userId, isWanted) {
      await run(pool, SET_PAYMENT_MAILS, [userId, isWanted]);
    },
  };
}
