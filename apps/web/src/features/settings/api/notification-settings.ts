import { useQuery } from '@tanstack/react-query';
import { notificationSettings } from '#wire/auth/notification-settings';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';

export const NOTIFICATIONS_KEY = ['auth', 'notification-settings'] as const;

/** What the user is notified of, and where, as last set on any device. */
export function useNotificationSettings() {
  return useQuery({
    queryKey: NOTIFICATIONS_KEY,
    queryFn: async ({ signal }) =>
      dataOrThrow(await callApi(notificationSettings, { signal })).data,
    retry: false,
    refetchOnWindowFocus: false,
  });
}
