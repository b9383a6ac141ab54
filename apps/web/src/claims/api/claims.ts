import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ClaimState } from '#domain/claim/claim';
import type { ClaimView } from '#wire/wallet/claim';
import { claims } from '#wire/wallet/claims';
import { callApi } from '../../lib/api-client.ts';
import { dataOrThrow } from '../../lib/api-result.ts';

const CLAIMS_KEY = ['wallet', 'claims'] as const;

/** While money is on its way to or from a claim. */
const WHILE_MOVING_MS = 4_000;
/** A recipient can claim at any moment. */
const WHILE_WAITING_MS = 20_000;
/** On pages that aren't about them. */
const ASIDE_MS = 60_000;

/**
 * The user's own payments by link, newest first.
 * @param isWanted false sends no request
 * @param isAside the page isn’t about them: those that wait are read again every minute
 */
export function useClaims(isWanted = true, isAside = false) {
  const client = useQueryClient();
  return useQuery({
    queryKey: CLAIMS_KEY,
    queryFn: async ({ signal }): Promise<readonly ClaimView[]> => {
      const isBackground = client.getQueryData(CLAIMS_KEY) !== undefined;
      return dataOrThrow(await callApi(claims, { isBackground, signal })).data;
    },
    enabled: isWanted,
    refetchInterval: ({ state: { data = [] } }) => {
      const [moving, waiting] = isAside
        ? [ASIDE_MS, ASIDE_MS]
        : [WHILE_MOVING_MS, WHILE_WAITING_MS];
      if (data.some(({ state }) => MOVING.has(state))) return moving;
      return data.some(({ state }) => state === 'waiting') && waiting;
    },
    refetchOnWindowFocus: true,
    retry: false,
  });
}

const MOVING: ReadonlySet<ClaimState> = new Set(['sending', 'claiming', 'returning']);

/** Shows a claim as the server just returned it, in place of what was known of it. */
export function keepClaim(client: QueryClient, fresh: ClaimView): void {
  // A read in progress would bring back the older state.
  void client.cancelQueries({ queryKey: CLAIMS_KEY });
  client.setQueryData<readonly ClaimView[]>(CLAIMS_KEY, (known = []) => {
    const isKnown = known.some(({ id }) => id === fresh.id);
    return isKnown ? known.map((one) => (one.id === fresh.id ? fresh : one)) : [fresh, ...known];
  });
  void client.invalidateQueries({ queryKey: CLAIMS_KEY });
}

/** Reads all claims again. */
export function refreshClaims(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: CLAIMS_KEY });
}

/** @returns the claim whose wallet has this address; null for any other address */
export function claimAt(claimed: readonly ClaimView[], address: string): ClaimView | null {
  return claimed.find((one) => one.address.toLowerCase() === address.toLowerCase()) ?? null;
}

/** @returns the payment by link that an operation sets money aside for, as far as it was read; null otherwise */
export function knownClaimOf(client: QueryClient, operationId: string): ClaimView | null {
  const known = client.getQueryData<readonly ClaimView[]>(CLAIMS_KEY) ?? [];
  return known.find((one) => one.operationId === operationId) ?? null;
}
