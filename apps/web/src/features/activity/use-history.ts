import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { ActivityType } from '#domain/activity/activity';
import { HISTORY_KEYS } from '../../lib/history-keys.ts';
import type { WalletMode } from '../../state/wallet-mode.ts';
import { readHistory } from './read-history.ts';

/** Polling interval while a transaction is pending. Otherwise, events and window focus trigger a refetch. */
const WHILE_PENDING_MS = 5_000;

/** The history of a coin, page after page, newest first. */
export function useHistory(mode: WalletMode, id: string, type: ActivityType | undefined) {
  const client = useQueryClient();
  const queryKey = [...HISTORY_KEYS[mode], id, type ?? 'all'];
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const isBackground = client.getQueryData(queryKey) !== undefined && pageParam === undefined;
      const query = { type, cursor: pageParam, limit: undefined };
      return readHistory(mode, { id, query, isBackground, signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.transactions.some(({ status }) => status === 'pending')
        ? WHILE_PENDING_MS
        : false,
    refetchOnWindowFocus: true,
    retry: false,
  });
}
