import { useQuery } from '@tanstack/react-query';
import { ApiFailure, type ApiResult, dataOrThrow } from '../lib/api-result.ts';

const RETRY_AFTER_MS = 5_000;

interface RequestedRecipient {
  readonly tokenId: string;
  readonly recipientAddress: string;
}

interface WantedRecipient {
  readonly tokenId: string;
  /** Null sends no request. */
  readonly recipientAddress: string | null;
}

/**
 * Checks whether an address can be paid; fails with the server's sentence when not.
 * @param name the call's, so that no two kinds of address share a response.
 */
export function useRecipientQuery(
  name: string,
  { tokenId, recipientAddress }: WantedRecipient,
  request: (body: RequestedRecipient, signal: AbortSignal) => Promise<ApiResult<unknown>>,
) {
  return useQuery({
    queryKey: ['wallet', name, 'recipient', tokenId, recipientAddress],
    queryFn: async ({ signal }) => {
      const body = { tokenId, recipientAddress: recipientAddress ?? '' };
      dataOrThrow(await request(body, signal));
      return true;
    },
    enabled: recipientAddress !== null,
    // What the server could not check is retried; what it refused stays refused.
    refetchInterval: ({ state }) =>
      state.error !== null && !isRefusal(state.error) ? RETRY_AFTER_MS : false,
    retry: false,
  });
}

/** True when the server judged the address, and not only could not look at it. */
export function isRefusal(error: Error): boolean {
  return error instanceof ApiFailure && error.error.status === 400;
}
