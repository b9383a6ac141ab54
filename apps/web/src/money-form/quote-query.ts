import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { output } from 'zod/mini';
import type { BaseUnits } from '#domain/amount/base-units';
import type { poolQuote } from '#wire/wallet/pool-quote';
import { type ApiResult, dataOrThrow } from '../lib/api-result.ts';

/** The fees and the maximum amount of a shield, unshield or transfer. */
export type PoolQuote = output<typeof poolQuote>;

export interface WantedQuote {
  readonly tokenId: string;
  /** Null while none is entered. */
  readonly amount: BaseUnits | null;
  /** Bytes of the message that is sent along, which costs a little; 0 for none. */
  readonly messageBytes: number;
  /** True for a payment by link, whose message isn't sent along. Left out where there is none. */
  readonly isByLink?: boolean;
  readonly isWanted: boolean;
}

/** Requests the quote of one kind of operation. */
export type UseQuote<Q extends PoolQuote> = (wanted: WantedQuote) => UseQueryResult<Q>;

const REFRESH_EVERY_MS = 12_000;
/** Shorter, because a service that isn't ready yet usually is soon. */
const RETRY_AFTER_MS = 3_000;

/** @returns whether a quote could not be read so far; also while it is requested again. */
export function hasFailed({ data, errorUpdateCount }: UseQueryResult): boolean {
  return data === undefined && errorUpdateCount > 0;
}

/**
 * Requests a quote and refreshes it while the form is open.
 * @param name of the call, so that different kinds of operation never share a cached response.
 */
export function useQuoteQuery<Q extends PoolQuote>(
  name: string,
  { tokenId, amount, messageBytes, isWanted }: WantedQuote,
  request: (
    body: { tokenId: string; amount?: string; messageBytes?: number },
    signal: AbortSignal,
  ) => Promise<ApiResult<{ data: Q }>>,
): UseQueryResult<Q> {
  return useQuery({
    queryKey: ['wallet', name, tokenId, amount?.toString() ?? '', messageBytes],
    queryFn: async ({ signal }) => {
      const body = {
        tokenId,
        ...(amount === null ? {} : { amount: amount.toString() }),
        ...(messageBytes === 0 ? {} : { messageBytes }),
      };
      return dataOrThrow(await request(body, signal)).data;
    },
    enabled: isWanted,
    // A message changes the fee by so little that the figures needn't disappear meanwhile.
    placeholderData: (previous, query) =>
      query?.queryKey[1] === name &&
      query.queryKey[2] === tokenId &&
      query.queryKey[3] === (amount?.toString() ?? '')
        ? previous
        : undefined,
    refetchInterval: ({ state }) => (state.error === null ? REFRESH_EVERY_MS : RETRY_AFTER_MS),
    retry: false,
  });
}
