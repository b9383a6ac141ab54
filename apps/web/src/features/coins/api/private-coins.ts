import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type PrivateState, privateCoins } from '#wire/wallet/private-coins';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';
import type { PrivateCoins } from '../coins-view.ts';
import { READ_ASIDE_EVERY_MS } from './coins.ts';

export const PRIVATE_COINS_KEY = ['wallet', 'private', 'coins'] as const;

/** Polling interval while the balance is being opened or scanned. */
const WHILE_MOVING_MS = 3_000;
const WHILE_STILL_MS = 15_000;

/** The server is opening the balance or looking for more of it. */
const MOVING: ReadonlySet<PrivateState['status']> = new Set(['starting', 'looking']);

/**
 * The private balances: read immediately, then every few seconds while the server opens or scans them.
 * @param isWanted false requests nothing.
 * @param isAside the coins are not listed: read every 15 s while they move, then every minute.
 */
export function usePrivateCoins(isWanted: boolean, isAside = false) {
  const client = useQueryClient();
  return useQuery({
    enabled: isWanted,
    queryKey: PRIVATE_COINS_KEY,
    queryFn: async ({ signal }): Promise<PrivateCoins> => {
      const isBackground = client.getQueryData(PRIVATE_COINS_KEY) !== undefined;
      const response = dataOrThrow(await callApi(privateCoins, { isBackground, signal }));
      return { chains: response.data, state: response.privateState };
    },
    refetchInterval: ({ state }) => {
      const isMoving = state.data !== undefined && MOVING.has(state.data.state.status);
      if (isAside) return isMoving ? WHILE_STILL_MS : READ_ASIDE_EVERY_MS;
      return isMoving ? WHILE_MOVING_MS : WHILE_STILL_MS;
    },
    refetchOnWindowFocus: true,
    // Polling reads again anyway; until then the screen shows the error.
    retry: false,
  });
}
