import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type PrivateState, privateCoins } from '#wire/wallet/private-coins';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';
import type { PrivateCoins } from '../coins-view.ts';
import { READ_ASIDE_EVERY_MS } from './coins.ts';
import { type ReadOptions, readBalance } from './read-balance.ts';

export const PRIVATE_COINS_KEY = ['wallet', 'private', 'coins'] as const;

/** Polling interval while the balance is being opened or scanned. */
const WHILE_MOVING_MS = 3_000;
const WHILE_STILL_MS = 15_000;

/** The balance, or as much of it as was found. */
const KNOWN: ReadonlySet<PrivateState['status']> = new Set(['ready', 'looking']);

/** The server is opening the balance or looking for more of it. */
const MOVING: ReadonlySet<PrivateState['status']> = new Set(['starting', 'looking']);

/**
 * The private balances: read immediately, then every few seconds while the server opens or scans them.
 * @param isWanted false requests nothing.
 * @param isAside the coins are not listed: read every 15 s while they move and after an error, then every minute.
 */
export function usePrivateCoins(isWanted: boolean, isAside = false) {
  const client = useQueryClient();
  const reading = {
    client,
    queryKey: PRIVATE_COINS_KEY,
    mode: 'private' as const,
    read: async (options: ReadOptions): Promise<PrivateCoins> => {
      const response = dataOrThrow(await callApi(privateCoins, options));
      return { chains: response.data, state: response.privateState };
    },
    // What isn't known yet must not replace what was.
    isWorthKeeping: ({ state }: PrivateCoins) => KNOWN.has(state.status),
  };
  return useQuery({
    enabled: isWanted,
    queryKey: PRIVATE_COINS_KEY,
    queryFn: ({ signal }) => readBalance(reading, signal),
    refetchInterval: ({ state }) => {
      const isMoving = state.data !== undefined && MOVING.has(state.data.state.status);
      const isSoon = isMoving || state.error !== null;
      if (isAside) return isSoon ? WHILE_STILL_MS : READ_ASIDE_EVERY_MS;
      return isMoving ? WHILE_MOVING_MS : WHILE_STILL_MS;
    },
    refetchOnWindowFocus: true,
    // Polling reads again anyway; until then the screen shows the error.
    retry: false,
  });
}
