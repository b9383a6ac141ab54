import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#wire/contract';
import { findRecipient } from '#wire/wallet/find-recipient';
import { callApi } from '../../lib/api-client.ts';
import { dataOrThrow } from '../../lib/api-result.ts';

/** A user who can be found by email or phone. */
export type FoundRecipient = NonNullable<ResponseOf<typeof findRecipient>['data']>;

/** Searches are limited, so a result is kept for as long as a form is filled in. */
const STALE_AFTER_MS = 300_000;

/**
 * The user with exactly this email or phone; null data when no one can be found by it.
 * @param emailOrPhone null sends no request
 */
export function useFoundRecipient(emailOrPhone: string | null) {
  return useQuery({
    queryKey: ['wallet', 'found-recipient', emailOrPhone],
    queryFn: async ({ signal }): Promise<FoundRecipient | null> => {
      const body = { emailOrPhone: emailOrPhone ?? '' };
      return dataOrThrow(await callApi(findRecipient, { body, signal })).data;
    },
    enabled: emailOrPhone !== null,
    staleTime: STALE_AFTER_MS,
    retry: false,
    refetchOnWindowFocus: false,
  });
}
