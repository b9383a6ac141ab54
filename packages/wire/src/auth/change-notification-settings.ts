import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { notifications } from './notification-settings.ts';

/** Changes what the user is notified of by email. Emails about the security of the account are always sent. */
export const changeNotificationSettings = defineContract({
  name: 'change-notification-settings',
  summary: 'Change which email notifications are sent',
  method: 'POST',
  path: '/auth/notification-settings',
  access: 'session',
  body: z.strictObject({ paymentMails: z.boolean() }),
  response: z.object({ data: notifications }),
  errors: ['approval-needed', 'approval-not-valid'],
});
