import type { changeNotificationSettings } from '#wire/auth/change-notification-settings';
import type { Call, Handler } from '../../application/call.ts';
import type { RequireApproval } from '../../application/require-approval.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NotificationChoice } from '../../ports/notification-settings.ts';
import { type NotificationSettingsPorts, notificationsView } from './notification-settings.ts';

export interface ChangeNotificationSettingsPorts extends NotificationSettingsPorts {
  readonly requireApproval: RequireApproval;
  readonly clock: Pick<Clock, 'now'>;
}

/** Changes what the caller is notified of. */
export function createChangeNotificationSettings({
  notificationSettings: settings,
  requireApproval,
  clock,
}: ChangeNotificationSettingsPorts): Handler<typeof changeNotificationSettings> {
  return async ({ session, client, body }) => {
    const choice = choiceIn(body);
    const { topic, channel, isWanted } = choice;
    // Whoever took over a session must not silence what its owner would be notified of.
    if (channel === 'email' && !isWanted && (await settings.choices(session.userId))[topic].email) {
      const fields = [EMAILS_OFF[topic]];
      const subject = { reasons: ['notifications-off'], fields } as const;
      const approval = await requireApproval({ session, client }, subject);
      if ('refused' in approval) return approval;
    }
    return { data: notificationsView(await settings.choose(session.userId, choice, clock.now())) };
  };
}

const EMAILS_OFF: Readonly<Record<NotificationChoice['topic'], string>> = {
  arrivals: 'arrival mails off',
  payments: 'payment mails off',
  links: 'link mails off',
};

function choiceIn(body: Call<typeof changeNotificationSettings>['body']): NotificationChoice {
  if (!('paymentMails' in body)) return body;
  return { topic: 'payments', channel: 'email', isWanted: body.paymentMails };
}
