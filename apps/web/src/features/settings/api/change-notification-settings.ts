import { changeNotificationSettings as contract } from '#wire/auth/change-notification-settings';
import type { BodyInputOf } from '#wire/contract';
import { callApi } from '../../../lib/api-client.ts';

export type NotificationChange = BodyInputOf<typeof contract>;

/** Changes what the user is notified of, and where. */
export const changeNotificationSettings = (change: NotificationChange) =>
  callApi(contract, { body: change });
