import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { HISTORY_KEYS } from '../../lib/history-keys.ts';
import type { WalletMode } from '../../state/wallet-mode.ts';
import { type HistoryPage, readHistory } from './read-history.ts';

/**
 * Polling interval while a transaction is pending or the private balance is being opened, for each page that is read
 * again. Otherwise, events and window focus trigger a refetch.
 */
const WHILE_PENDING_MS = 5_000;

/**
 * The history of a coin in one balance, page after page, newest first.
 * @param isWanted false requests nothing
 */
export function useHistory(mode: WalletMode, id: string, isWanted: boolean) {
  const client = useQueryClient();
  const queryKey = [...HISTORY_KEYS[mode], id, 'all'];
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      const isBackground = client.getQueryData(queryKey) !== undefined && pageParam === undefined;
      const query = { cursor: pageParam };
      return readHistory(mode, { id, query, isBackground, signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    enabled: isWanted,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.slice(0, 1).some(isUnsettled) ? WHILE_PENDING_MS * data.pages.length : false,
    refetchOnWindowFocus: true,
    retry: false,
  });
}

/** Nothing announces that a private balance was opened, and it can bring rows of any age. */
function isUnsettled({ transactions, privateState }: HistoryPage): boolean {
  const isOpening = privateState !== null && privateState.status !== 'ready';
  return isOpening || transactions.some(({ status }) => status === 'pending');
}
