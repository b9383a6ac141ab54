import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** What a user wants to be notified of by email. */
export const notifications = z.object({
  /** An email when a payment is final or failed. */
  paymentMails: z.boolean(),
});

export type Notifications = z.output<typeof notifications>;

/** Reads what the user is notified of by email. */
export const notificationSettings = defineContract({
  name: 'notification-settings',
  summary: 'Which email notifications are sent',
  method: 'GET',
  path: '/auth/notification-settings',
  access: 'session',
  response: z.object({ data: notifications }),
  errors: [],
});
