import { useInfiniteQuery } from '@tanstack/react-query';
import { swapHistory } from '#wire/exchange/swap-history';
import type { SwapView } from '#wire/exchange/swap-view';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';
import { letSwapsContinue } from './continue-swaps.ts';

export const SWAP_HISTORY_KEY = ['swap', 'history'] as const;

const WHILE_MOVING_MS = 2_000;

/** True until the swap has completed or failed. */
export function isInProgress({ status }: Pick<SwapView, 'status'>): boolean {
  return status !== 'completed' && status !== 'failed';
}

/**
 * The user's swaps, newest first; polled while one is in progress. If a step needs a signature, also asks the server
 * to continue, since the user is online.
 * @param isWanted false requests nothing
 */
export function useSwapHistory(isWanted: boolean) {
  return useInfiniteQuery({
    queryKey: SWAP_HISTORY_KEY,
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === '' ? {} : { before: pageParam };
      const page = dataOrThrow(await callApi(swapHistory, { query, isBackground: true, signal }));
      if (page.data.some(({ needsSignature }) => needsSignature)) await letSwapsContinue();
      return page;
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: isWanted,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(isInProgress)) ? WHILE_MOVING_MS : false,
    retry: false,
  });
}
