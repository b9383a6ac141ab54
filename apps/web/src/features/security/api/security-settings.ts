import { useQuery } from '@tanstack/react-query';
import { securitySettings } from '#wire/security/security-settings';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';
import { storeContacts, useUser } from '../../../state/auth-session.ts';

export const SECURITY_KEY = ['auth', 'security-settings'] as const;

/** What protects the account, and what is held back at the moment (§7 Auth). Keeps the signed-in user’s contacts current. */
export function useSecuritySettings() {
  const { id } = useUser();
  return useQuery({
    queryKey: SECURITY_KEY,
    queryFn: async ({ signal }) => {
      const { data } = dataOrThrow(await callApi(securitySettings, { signal }));
      storeContacts(id, data);
      return data;
    },
  });
}
