import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { notifications } from './notification-settings.ts';

/** Changes what the user is told of by mail. Mails about the security of the account always come. */
export const changeNotificationSettings = defineContract({
  name: 'change-notification-settings',
  summary: 'Change what is told by mail',
  method: 'POST',
  path: '/auth/notification-settings',
  access: 'session',
  body: z.strictObject({ paymentMails: z.boolean() }),
  response: z.object({ data: notifications }),
  errors: [],
});
