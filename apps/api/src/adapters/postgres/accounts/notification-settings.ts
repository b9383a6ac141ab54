import type pg from 'pg';
import type { NotificationSettings } from '../../../ports/notification-settings.ts';
import type { RowSeals } from '../../../ports/row-seals.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import type { notificationSettings } from '../schema/notification-settings.ts';
import { createReadPaymentMails, settingContent } from './payment-mail-settings.ts';

export const FIND_SETTINGS = statement<
  RowOf<typeof notificationSettings, 'wants_payment_mails' | 'changed_at' | 'seal'>
>('select wants_payment_mails, changed_at, seal from notification_settings where user_id = $1');

export const SET_PAYMENT_MAILS = statement(
  `insert into notification_settings (user_id, wants_payment_mails, changed_at, seal) values ($1, $2, $3, $4)
   on conflict (user_id) do update set wants_payment_mails = excluded.wants_payment_mails,
     changed_at = excluded.changed_at, seal = excluded.seal`,
);

/** Notification settings as rows; a user without a row that has its seal wants everything. */
export function createPostgresNotificationSettings(
  { pool }: { readonly pool: pg.Pool },
  seals: RowSeals,
): NotificationSettings {
  const readPaymentMails = createReadPaymentMails(seals);
  return {
    async wantsPaymentMails(userId) {
      const row = await readFirst(pool, FIND_SETTINGS, [userId]);
      return row === null ? true : readPaymentMails(userId, row);
    },
    async setPaymentMails(userId, isWanted, now) {
      const seal = seals.seal(...settingContent(userId, isWanted, now));
      await run(pool, SET_PAYMENT_MAILS, [userId, isWanted, now, seal]);
      // From now on, no older row counts.
      readPaymentMails(userId, { wants_payment_mails: isWanted, changed_at: now, seal });
    },
  };
}
