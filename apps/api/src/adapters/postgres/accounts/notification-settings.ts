import type pg from 'pg';
import type { NotificationSettings } from '../../../ports/notification-settings.ts';

/** Notification settings as rows; whoever has none wants everything. */
export function createPostgresNotificationSettings({
  pool,
}: {
  readonly pool: pg.Pool;
}): NotificationSettings {
  return {
    async wantsPaymentMails(userId) {
      const { rows } = await pool.query<{ wants_payment_mails: boolean }>(
        'select wants_payment_mails from notification_settings where user_id = $1',
        [userId],
      );
      return rows[0]?.wants_payment_mails ?? true;
    },
    async setPaymentMails(userId, isWanted) {
      await pool.query(
        `insert into notification_settings (user_id, wants_payment_mails) values ($1, $2)
         on conflict (user_id) do update set wants_payment_mails = excluded.wants_payment_mails`,
        [userId, isWanted],
      );
    },
  };
}
