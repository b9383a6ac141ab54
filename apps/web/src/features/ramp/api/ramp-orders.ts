import { useQuery } from '@tanstack/react-query';
import { isRampOpen, type RampSide } from '#domain/ramp/ramp-order';
import { rampOrders } from '#wire/ramp/ramp-orders';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';

export const RAMP_ORDERS_KEY = ['ramp', 'orders'] as const;

const WHILE_OPEN_MS = 2_000;
/** Polling interval while none is open: one may just have been created in the frame. */
const WHILE_NONE_MS = 5_000;

/** The purchases or the sales, newest first; polled faster while one is in progress. */
export function useRampOrders(side: RampSide) {
  return useQuery({
    queryKey: [...RAMP_ORDERS_KEY, side],
    queryFn: async ({ signal }) =>
      dataOrThrow(await callApi(rampOrders, { query: { side }, isBackground: true, signal })).data,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => isRampOpen(status)) ? WHILE_OPEN_MS : WHILE_NONE_MS,
    refetchOnWindowFocus: true,
    retry: false,
  });
}
