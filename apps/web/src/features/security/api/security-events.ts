import { useQuery } from '@tanstack/react-query';
import { securityEvents } from '#wire/security/security-events';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';

export const EVENTS_KEY = ['auth', 'security-events'] as const;

/** What happened to the security of the account, newest first (§7 Auth). */
export function useSecurityEvents() {
  return useQuery({
    queryKey: EVENTS_KEY,
    queryFn: async ({ signal }) => dataOrThrow(await callApi(securityEvents, { signal })).events,
  });
}
