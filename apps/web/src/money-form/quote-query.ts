import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { output } from 'zod/mini';
import type { BaseUnits } from '#domain/amount/base-units';
import type { poolQuote } from '#wire/wallet/pool-quote';
import { type ApiResult, dataOrThrow } from '../lib/api-result.ts';

/** Fees and the most that can be moved, as every pool move is quoted. */
export type PoolQuote = output<typeof poolQuote>;

export interface WantedQuote {
  readonly tokenId: string;
  /** Left open while none is entered. */
  readonly amount: BaseUnits | null;
  readonly isWanted: boolean;
}

/** Requests the quote of one kind of movement. */
export type UseQuote<Q extends PoolQuote> = (wanted: WantedQuote) => UseQueryResult<Q>;

const RETRY_AFTER_MS = 12_000;
/** What is not ready yet soon is. */
const AFTER_FAILURE_MS = 3_000;

/**
 * A quote, refreshed while the form is open.
 * @param name the call's, so that no two kinds of move share a response.
 */
export function useQuoteQuery<Q extends PoolQuote>(
  name: string,
  { tokenId, amount, isWanted }: WantedQuote,
  request: (
    body: { tokenId: string; amount?: string },
    signal: AbortSignal,
  ) => Promise<ApiResult<{ data: Q }>>,
): UseQueryResult<Q> {
  return useQuery({
    queryKey: ['wallet', name, tokenId, amount?.toString() ?? ''],
    queryFn: async ({ signal }) => {
      const body = { tokenId, ...(amount === null ? {} : { amount: amount.toString() }) };
      return dataOrThrow(await request(body, signal)).data;
    },
    enabled: isWanted,
    refetchInterval: ({ state }) => (state.error === null ? RETRY_AFTER_MS : AFTER_FAILURE_MS),
    retry: false,
  });
}
