import { useMemo } from 'react';
import { useClaims } from '../claims/api/claims.ts';
import { useOwnAddresses } from '../contacts/own-addresses.ts';
import type { EntryContext } from '../features/activity/entry.ts';
import { useSwapHistory } from '../features/swap/api/swap-history.ts';

/**
 * What entries are made of besides rows, stable while nothing in it changes.
 * @param isAside the page isn’t about payments by link
 */
export function useEntryContext(isAside = false): EntryContext {
  const own = useOwnAddresses().join(' ');
  const { data } = useSwapHistory(true);
  const { data: claims = NO_CLAIMS } = useClaims(true, isAside);
  return useMemo(() => {
    const swaps = data?.pages.flatMap((page) => page.data) ?? [];
    return {
      ownAddresses: own.split(' ').filter(Boolean),
      swaps: new Map(swaps.map((swap) => [swap.requestId, swap])),
      claims,
    };
  }, [own, data, claims]);
}

const NO_CLAIMS = [] as const;
