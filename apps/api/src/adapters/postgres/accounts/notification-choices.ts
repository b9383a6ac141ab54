import { NOTIFICATION_CHANNELS, NOTIFICATION_TOPICS } from '#wire/auth/notification-settings';
import type {
  NotificationChannel,
  NotificationChoices,
  NotificationTopic,
} from '../../../ports/notification-settings.ts';
import type { RowSeals } from '../../../ports/row-seals.ts';
import type { Nullable, RowOf } from '../connection/row-of.ts';
import { sealEarlier } from '../connection/seal-earlier.ts';
import { run, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import { createNewestStates } from '../newest-states.ts';
import type { notificationSettings } from '../schema/notification-settings.ts';

type SettingRow = RowOf<typeof notificationSettings>;

/** What a row says, or the missing side of a join. */
export type ChoicesRow = Nullable<Omit<SettingRow, 'user_id'>>;

/** The columns of `notification_settings s` that `ReadChoices` needs. */
export const CHOICES = 's.wants_payment_mails, s.turned_off, s.changed_at, s.seal';

/** @returns what a user wants to be notified of. Without a row that has its seal, that is everything. */
export type ReadChoices = (userId: string, row: ChoicesRow) => NotificationChoices;

export const FIND_UNSEALED = statement<SettingRow>(
  'select * from notification_settings where seal is null limit 1000',
);

export const SEAL = statement(
  'update notification_settings set seal = $2 where user_id = $1 and seal is null',
);

/** A row that is older than one that this process saw was put back, and counts no more than none. */
export function createReadChoices(seals: Pick<RowSeals, 'isSealed'>): ReadChoices {
  const states = createNewestStates();
  return (userId, row) => {
    const changedAt = sealedChangeOf(userId, row, seals);
    if (changedAt === null) return choicesWithout([]);
    return states.isNewest(userId, changedAt.getTime()) ? choicesIn(row) : choicesWithout([]);
  };
}

/** @returns when the row was changed; null without a row that has its seal */
export function sealedChangeOf(
  userId: string,
  row: ChoicesRow,
  seals: Pick<RowSeals, 'isSealed'>,
): Date | null {
  const { wants_payment_mails: wantsMails, changed_at: changedAt, turned_off: turnedOff } = row;
  if (wantsMails === null || changedAt === null) return null;
  const stored = { wantsMails, turnedOff, changedAt };
  return seals.isSealed(...settingContent(userId, stored), row.seal) ? changedAt : null;
}

/** @returns what a row says; one of before there were topics, for the emails of all of them */
export function choicesIn({
  turned_off: turnedOff,
  wants_payment_mails: wantsMails,
}: Pick<ChoicesRow, 'turned_off' | 'wants_payment_mails'>): NotificationChoices {
  if (turnedOff !== null) return choicesWithout(turnedOff.split(','));
  return choicesWithout(wantsMails === false ? NOTIFICATION_TOPICS.map(emailOf) : []);
}

/** @returns what is turned off, as the row has it */
export function turnedOffIn(choices: NotificationChoices): string {
  return NOTIFICATION_TOPICS.flatMap((topic) =>
    NOTIFICATION_CHANNELS.flatMap((channel) =>
      choices[topic][channel] ? [] : [nameOf(topic, channel)],
    ),
  ).join(',');
}

function choicesWithout(turnedOff: readonly string[]): NotificationChoices {
  const of = (topic: NotificationTopic) => ({
    inbox: !turnedOff.includes(nameOf(topic, 'inbox')),
    push: !turnedOff.includes(nameOf(topic, 'push')),
    email: !turnedOff.includes(emailOf(topic)),
  });
  return { arrivals: of('arrivals'), payments: of('payments'), links: of('links') };
}

function emailOf(topic: NotificationTopic): string {
  return nameOf(topic, 'email');
}

function nameOf(topic: NotificationTopic, channel: NotificationChannel): string {
  return `${topic}.${channel}`;
}

interface StoredChoices {
  readonly wantsMails: boolean;
  readonly turnedOff: string | null;
  readonly changedAt: Date;
}

/** @returns what the seal of a setting covers, which is as it was for rows of before there were topics */
export function settingContent(
  userId: string,
  { wantsMails, turnedOff, changedAt }: StoredChoices,
): Parameters<RowSeals['seal']> {
  const counter = changedAt.getTime();
  const mails = wantsMails ? 'payment mails' : 'no payment mails';
  return [
    { table: 'notification_settings', id: userId, owner: userId, counter },
    turnedOff === null ? [mails] : [mails, turnedOff],
  ];
}

/** Seals the settings of before rows had seals. @returns how many */
export function sealEarlierSettings(
  connection: Queryable,
  seals: Pick<RowSeals, 'seal'>,
): Promise<number> {
  return sealEarlier(connection, FIND_UNSEALED, (row) => {
    const { user_id, wants_payment_mails: wantsMails, changed_at: changedAt } = row;
    const stored = { wantsMails, turnedOff: row.turned_off, changedAt };
    return run(connection, SEAL, [user_id, seals.seal(...settingContent(user_id, stored))]);
  });
}
