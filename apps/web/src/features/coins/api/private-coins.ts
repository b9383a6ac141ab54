import { useQuery, useQueryClient } from '@tanstack/react-query';
import { privateCoins } from '#wire/wallet/private-coins';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';
import type { PrivateCoins } from '../coins-view.ts';

export const PRIVATE_COINS_KEY = ['wallet', 'private', 'coins'] as const;

/** While more may be known any moment: the balance is being opened, or more of it looked for. */
const WHILE_MOVING_MS = 3_000;
const WHILE_STILL_MS = 15_000;

/**
 * The private balances: read immediately, then every few seconds while they change by themselves.
 * @param isWanted false requests nothing.
 */
export function usePrivateCoins(isWanted: boolean) {
  const client = useQueryClient();
  return useQuery({
    enabled: isWanted,
    queryKey: PRIVATE_COINS_KEY,
    queryFn: async ({ signal }): Promise<PrivateCoins> => {
      const isBackground = client.getQueryData(PRIVATE_COINS_KEY) !== undefined;
      const response = dataOrThrow(await callApi(privateCoins, { isBackground, signal }));
      return { chains: response.data, state: response.privateState };
    },
    refetchInterval: ({ state }) =>
      state.data && isMoving(state.data) ? WHILE_MOVING_MS : WHILE_STILL_MS,
    refetchOnWindowFocus: true,
    // The next read comes by itself; until then the screen says what is so.
    retry: false,
  });
}

function isMoving({ state: { status } }: PrivateCoins): boolean {
  return status === 'starting' || status === 'looking';
}
