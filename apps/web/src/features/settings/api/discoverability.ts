import { useQuery } from '@tanstack/react-query';
import { discoverability } from '#wire/auth/discoverability';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';

export const DISCOVERABILITY_KEY = ['auth', 'discoverability'] as const;

/** Whether others find the user by email or phone, as last set on any device. */
export function useDiscoverabilitySetting() {
  return useQuery({
    queryKey: DISCOVERABILITY_KEY,
    queryFn: async ({ signal }) => dataOrThrow(await callApi(discoverability, { signal })).data,
    retry: false,
    refetchOnWindowFocus: false,
  });
}
