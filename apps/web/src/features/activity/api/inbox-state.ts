import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { inbox } from '#wire/auth/inbox';
import { readInbox } from '#wire/auth/read-inbox';
import { callApi } from '../../../lib/api-client.ts';
import { type ApiResult, dataOrThrow } from '../../../lib/api-result.ts';

const INBOX_KEY = ['auth', 'inbox'] as const;

/** Another device may have read it meanwhile. */
const READ_EVERY_MS = 60_000;

/** Up to when the user has read their inbox, milliseconds since 1970; 0 for nothing. */
export function useReadUntil() {
  const client = useQueryClient();
  return useQuery({
    queryKey: INBOX_KEY,
    queryFn: async ({ signal }): Promise<number> => {
      const isBackground = client.getQueryData(INBOX_KEY) !== undefined;
      return momentOf(dataOrThrow(await callApi(inbox, { isBackground, signal })).data);
    },
    refetchInterval: READ_EVERY_MS,
    refetchOnWindowFocus: true,
    retry: false,
  });
}

/** @returns a function that stores up to when the inbox was read, milliseconds since 1970 */
export function useMarkRead(): (until: number) => Promise<ApiResult<number>> {
  const client = useQueryClient();
  return useCallback(
    async (until: number) => {
      const body = { until: new Date(until).toISOString() };
      const response = await callApi(readInbox, { body, isBackground: true });
      if (!response.ok) return response;
      const data = momentOf(response.data.data);
      // A read in progress would bring back the earlier moment.
      await client.cancelQueries({ queryKey: INBOX_KEY });
      client.setQueryData(INBOX_KEY, data);
      return { ok: true, data };
    },
    [client],
  );
}

function momentOf({ readUntil }: { readonly readUntil: string | null }): number {
  return readUntil === null ? 0 : Date.parse(readUntil);
}
