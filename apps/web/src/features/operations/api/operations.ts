import { useQuery } from '@tanstack/react-query';
import { operations } from '#wire/wallet/operations';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';

export const OPERATIONS_KEY = ['wallet', 'operations'] as const;

const WHILE_OPEN_MS = 1_500;
/** Polling interval while none is in progress: one may be started on another device. */
const WHILE_NONE_MS = 15_000;

/**
 * The operations in progress, newest first; polled faster while there is one.
 * @param isWanted false requests nothing and returns what other components have cached.
 */
export function useOpenOperations(isWanted = true) {
  return useQuery({
    enabled: isWanted,
    queryKey: OPERATIONS_KEY,
    queryFn: async ({ signal }) =>
      dataOrThrow(await callApi(operations, { isBackground: true, signal })).data,
    refetchInterval: ({ state }) => (state.data?.length ? WHILE_OPEN_MS : WHILE_NONE_MS),
    refetchOnWindowFocus: true,
    retry: false,
  });
}
