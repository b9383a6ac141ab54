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
 * Checks whether an address can be paid; otherwise fails with the server's message.
 * @param name of the call, so that different kinds of address never share a cached response.
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
    // Retries failed checks, but not addresses that the server rejected.
    refetchInterval: ({ state }) =>
      state.error !== null && !isRefusal(state.error) ? RETRY_AFTER_MS : false,
    retry: false,
  });
}

/** True when the server rejected the address, false when it could not check it. */
export function isRefusal(error: Error): boolean {
  return error instanceof ApiFailure && error.error.status === 400;
}
