import { useQuery } from '@tanstack/react-query';
import type { RampSide } from '#domain/ramp/ramp-order';
import { rampSession } from '#wire/ramp/ramp-session';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';

/** Requests the URL of a partner page; each request returns a new one. */
export function requestRampPage(side: RampSide) {
  return callApi(rampSession, { body: { side } });
}

/**
 * The URL of a partner page. It can be opened only once, so it is requested once per visit, however often React mounts
 * the screen, and never refetched automatically.
 * @param visit identifies the visit; another value requests another page
 */
export function useRampPage(side: RampSide, visit: string) {
  return useQuery({
    queryKey: ['ramp', 'page', side, visit],
    queryFn: async () => dataOrThrow(await requestRampPage(side)).data.widgetUrl,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
