import { useQuery } from '@tanstack/react-query';
import { about } from '../../lib/about.ts';
import { dataOrThrow } from '../../lib/api-result.ts';

/** Where the page with the keys of owners is, and its release; null where this installation has none. */
export function useSigner() {
  return useQuery({
    queryKey: ['about'],
    queryFn: async () => dataOrThrow(await about()),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    select: ({ signer }) => signer,
  });
}
