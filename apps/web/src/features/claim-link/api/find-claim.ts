import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { ClaimState } from '#domain/claim/claim';
import { type FoundClaim, findClaim } from '#wire/wallet/find-claim';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';

const WHILE_MOVING_MS = 3_000;
const WHILE_WAITING_MS = 15_000;

function keyOf(code: string) {
  return ['claim', code] as const;
}

/** Reads the payment of a link, and again while anything can happen to it. */
export function useFoundClaim(code: string) {
  return useQuery({
    queryKey: keyOf(code),
    queryFn: async ({ signal }): Promise<FoundClaim> =>
      dataOrThrow(await callApi(findClaim, { body: { code }, isBackground: true, signal })).data,
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || OVER.has(data.state)) return false;
      return data.state === 'waiting' ? WHILE_WAITING_MS : WHILE_MOVING_MS;
    },
    refetchOnWindowFocus: true,
    retry: false,
  });
}

const OVER: ReadonlySet<ClaimState> = new Set(['claimed', 'returned', 'failed']);

/** Shows a claim as the server just returned it. */
export function keepFoundClaim(client: QueryClient, code: string, fresh: FoundClaim): void {
  void client.cancelQueries({ queryKey: keyOf(code) });
  client.setQueryData(keyOf(code), fresh);
}

/** Reads a claim again. */
export function refreshFoundClaim(client: QueryClient, code: string): Promise<void> {
  return client.invalidateQueries({ queryKey: keyOf(code) });
}
