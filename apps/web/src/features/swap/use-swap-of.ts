import { useEffect } from 'react';
import type { SwapView } from '#wire/exchange/swap-view';
import { useSwapHistory } from './api/swap-history.ts';

/** One swap with its steps, followed while it is in progress. Older pages are read until it is found. */
export function useSwapOf(requestId: string | null): {
  readonly swap: SwapView | null;
  readonly isReading: boolean;
} {
  const { data, isPending, isFetchingNextPage, isError, hasNextPage, fetchNextPage } =
    useSwapHistory(requestId !== null);
  const swaps = data?.pages.flatMap((page) => page.data) ?? [];
  const swap = swaps.find((each) => each.requestId === requestId) ?? null;
  const isFurther = requestId !== null && swap === null && hasNextPage && !isError;
  useEffect(() => {
    if (isFurther && !isFetchingNextPage) void fetchNextPage();
  }, [isFurther, isFetchingNextPage, fetchNextPage]);
  return { swap, isReading: requestId !== null && ((isPending && !isError) || isFurther) };
}
