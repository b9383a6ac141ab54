import { useQuery, useQueryClient } from '@tanstack/react-query';
import { coins } from '#wire/wallet/coins';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';
import { type ReadOptions, readBalance } from './read-balance.ts';

export const COINS_KEY = ['wallet', 'public', 'coins'] as const;

const READ_EVERY_MS = 15_000;

/** For a balance whose coins are not listed, so that both together cost little more than one. */
export const READ_ASIDE_EVERY_MS = 60_000;

/**
 * The public balances: read immediately, then every 15 s while the page is visible, and when it becomes visible again.
 * @param isWanted false requests nothing.
 * @param isAside the coins are not listed: read every minute, and after an error as the others.
 */
export function useCoins(isWanted: boolean, isAside = false) {
  const client = useQueryClient();
  const reading = {
    client,
    queryKey: COINS_KEY,
    mode: 'public' as const,
    read: async (options: ReadOptions) => dataOrThrow(await callApi(coins, options)).data,
    isWorthKeeping: () => true,
  };
  return useQuery({
    enabled: isWanted,
    queryKey: COINS_KEY,
    queryFn: ({ signal }) => readBalance(reading, signal),
    refetchInterval: ({ state }) =>
      isAside && state.error === null ? READ_ASIDE_EVERY_MS : READ_EVERY_MS,
    refetchOnWindowFocus: true,
    // Polling reads again anyway; until then the screen shows the error.
    retry: false,
  });
}
