import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import {
  NOTIFICATION_CHANNELS,
  NOTIFICATION_TOPICS,
  notifications,
} from './notification-settings.ts';

/** Changes what the user is notified of, and where. Those about the security of the account are always sent. */
export const changeNotificationSettings = defineContract({
  name: 'change-notification-settings',
  summary: 'Change what the user is notified of, and where',
  method: 'POST',
  path: '/auth/notification-settings',
  access: 'session',
  body: z.union([
    z.strictObject({ paymentMails: z.boolean() }),
    z.strictObject({
      topic: z.enum(NOTIFICATION_TOPICS),
      channel: z.enum(NOTIFICATION_CHANNELS),
      isWanted: z.boolean(),
    }),
  ]),
  response: z.object({ data: notifications }),
  errors: ['approval-needed', 'approval-not-valid'],
});
