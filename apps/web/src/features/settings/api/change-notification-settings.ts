import { changeNotificationSettings as contract } from '#wire/auth/change-notification-settings';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiError } from '../../../lib/api-result.ts';

/** Sets what the server sends by email. @returns the error, or null on success. */
export async function changeNotificationSettings(paymentMails: boolean): Promise<ApiError | null> {
  const result = await callApi(contract, { body: { paymentMails } });
  return result.ok ? null : result.error;
}
