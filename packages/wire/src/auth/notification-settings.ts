import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** What a user can be notified of; of the security of their account, they always are. */
export const NOTIFICATION_TOPICS = ['arrivals', 'payments', 'links'] as const;

/** Where: in the inbox, by a push message to the browsers that they turned on, by email. */
export const NOTIFICATION_CHANNELS = ['inbox', 'push', 'email'] as const;

const choices = z.object({ inbox: z.boolean(), push: z.boolean(), email: z.boolean() });

/** What a user wants to be notified of, and where. */
export const notifications = z.object({
  /** An email when a payment is final or failed: the same as `topics.payments.email`. */
  paymentMails: z.boolean(),
  topics: z.object({
    /** Money that arrived. */
    arrivals: choices,
    /** The ends of the user's own payments. */
    payments: choices,
    /** Payments by link and payment requests: claimed, expired, paid. */
    links: choices,
  }),
});

export type Notifications = z.output<typeof notifications>;

/** Reads what the user is notified of, and where. */
export const notificationSettings = defineContract({
  name: 'notification-settings',
  summary: 'What the user is notified of, and where',
  method: 'GET',
  path: '/auth/notification-settings',
  access: 'session',
  response: z.object({ data: notifications }),
  errors: [],
});
