import { useQuery } from '@tanstack/react-query';
import { about } from './about.ts';
import { dataOrThrow } from './api-result.ts';

/** Public information about the server, read once for as long as the page is open. */
export function useAbout() {
  return useQuery({
    queryKey: ['about'],
    queryFn: async () => dataOrThrow(await about()),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
