import type { RowSeals } from '../../../ports/row-seals.ts';
import type { Nullable, RowOf } from '../connection/row-of.ts';
import { sealEarlier } from '../connection/seal-earlier.ts';
import { run, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import { createNewestStates } from '../newest-states.ts';
import type { notificationSettings } from '../schema/notification-settings.ts';

type SettingRow = RowOf<typeof notificationSettings>;

/** @returns whether a user wants emails about payments. Without a row that has its seal, they do. */
export type ReadPaymentMails = (
  userId: string,
  row: Nullable<Omit<SettingRow, 'user_id' | 'seal'>> & { readonly seal: Uint8Array | null },
) => boolean;

export const FIND_UNSEALED = statement<SettingRow>(
  'select * from notification_settings where seal is null limit 1000',
);

export const SEAL = statement(
  'update notification_settings set seal = $2 where user_id = $1 and seal is null',
);

/** A row that is older than one that this process saw was put back, and counts no more than none. */
export function createReadPaymentMails(seals: Pick<RowSeals, 'isSealed'>): ReadPaymentMails {
  const states = createNewestStates();
  return (userId, { wants_payment_mails: isWanted, changed_at: changedAt, seal }) => {
    if (isWanted === null || changedAt === null) return true;
    if (!seals.isSealed(...settingContent(userId, isWanted, changedAt), seal)) return true;
    const isNewest = states.isNewest(userId, changedAt.getTime());
    return isWanted || !isNewest;
  };
}

/** @returns what the seal of a setting covers */
export function settingContent(
  userId: string,
  isWanted: boolean,
  changedAt: Date,
): Parameters<RowSeals['seal']> {
  const counter = changedAt.getTime();
  return [
    { table: 'notification_settings', id: userId, owner: userId, counter },
    [isWanted ? 'payment mails' : 'no payment mails'],
  ];
}

/** Seals the settings of before rows had seals. @returns how many */
export function sealEarlierSettings(
  connection: Queryable,
  seals: Pick<RowSeals, 'seal'>,
): Promise<number> {
  return sealEarlier(connection, FIND_UNSEALED, ({ user_id, wants_payment_mails, changed_at }) => {
    const seal = seals.seal(...settingContent(user_id, wants_payment_mails, changed_at));
    return run(connection, SEAL, [user_id, seal]);
  });
}
