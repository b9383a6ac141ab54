import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** What a person wants to be told of by mail. */
export const notifications = z.object({
  /** A mail when a payment is final or failed. */
  paymentMails: z.boolean(),
});

export type Notifications = z.output<typeof notifications>;

/** Reads what the user is told of by mail. */
export const notificationSettings = defineContract({
  name: 'notification-settings',
  summary: 'What is told by mail',
  method: 'GET',
  path: '/auth/notification-settings',
  access: 'session',
  response: z.object({ data: notifications }),
  errors: [],
});
