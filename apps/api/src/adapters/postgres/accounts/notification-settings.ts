import type pg from 'pg';
import type {
  NotificationChoice,
  NotificationChoices,
  NotificationSettings,
} from '../../../ports/notification-settings.ts';
import type { RowSeals } from '../../../ports/row-seals.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import {
  CHOICES,
  type ChoicesRow,
  createReadChoices,
  type ReadChoices,
  sealedChangeOf,
  settingContent,
  turnedOffIn,
} from './notification-choices.ts';
import { createOwnerLock } from './owner-lock.ts';

export const FIND_SETTINGS = statement<ChoicesRow>(
  `select ${CHOICES} from notification_settings s where s.user_id = $1`,
);

export const SET_CHOICES = statement(
  `insert into notification_settings (user_id, wants_payment_mails, turned_off, changed_at, seal)
   values ($1, $2, $3, $4, $5)
   on conflict (user_id) do update set wants_payment_mails = excluded.wants_payment_mails,
     turned_off = excluded.turned_off, changed_at = excluded.changed_at, seal = excluded.seal`,
);

const NO_ROW: ChoicesRow = {
  ...{ wants_payment_mails: null, turned_off: null, changed_at: null, seal: null },
};

/** Notification settings as rows; a user without a row that has its seal wants everything. */
export function createPostgresNotificationSettings(
  { pool }: { readonly pool: pg.Pool },
  seals: RowSeals,
): NotificationSettings {
  const readChoices = createReadChoices(seals);
  const underLock = createOwnerLock(pool);
  return {
    async choices(userId) {
      return readChoices(userId, (await readFirst(pool, FIND_SETTINGS, [userId])) ?? NO_ROW);
    },
    async choose(userId, choice, now) {
      const chosen = await underLock(userId, async (connection) => {
        const before = (await readFirst(connection, FIND_SETTINGS, [userId])) ?? NO_ROW;
        const change = changed(userId, { before, choice, now }, { seals, readChoices });
        await run(connection, SET_CHOICES, [userId, ...change.columns]);
        return change;
      });
      if (chosen === 'user-removed') return readChoices(userId, NO_ROW);
      // From now on, no older row counts.
      return readChoices(userId, chosen.row);
    },
  };
}

interface Change {
  readonly before: ChoicesRow;
  readonly choice: NotificationChoice;
  readonly now: Date;
}

/** The clocks of two processes differ, and each change has to be later than the one before. */
function changed(
  userId: string,
  { before, choice: { topic, channel, isWanted }, now }: Change,
  { seals, readChoices }: { readonly seals: RowSeals; readonly readChoices: ReadChoices },
) {
  const earlier = readChoices(userId, before);
  const choices: NotificationChoices = {
    ...earlier,
    [topic]: { ...earlier[topic], [channel]: isWanted },
  };
  const earlierChange = sealedChangeOf(userId, before, seals)?.getTime() ?? 0;
  const changedAt = new Date(Math.max(now.getTime(), earlierChange + 1));
  const wantsMails = choices.payments.email;
  const turnedOff = turnedOffIn(choices);
  const sealed = seals.seal(...settingContent(userId, { wantsMails, turnedOff, changedAt }));
  const seal = Buffer.from(sealed);
  return {
    columns: [wantsMails, turnedOff, changedAt, seal],
    row: { wants_payment_mails: wantsMails, turned_off: turnedOff, changed_at: changedAt, seal },
  };
}
