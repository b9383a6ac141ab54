import { useQuery } from '@tanstack/react-query';
import type { OperationView } from '#wire/wallet/operation';
import { claimAt, useClaims } from '../../claims/api/claims.ts';
import { dataOrThrow } from '../../lib/api-result.ts';
import { takeBackClaim } from './api/take-back-claim.ts';

const AGAIN_MS = 5_000;

/**
 * Continues a private payment by link that is coming back, after the process that proves it was replaced: only its
 * sender’s session opens its wallet again. The same return is continued, whatever the key.
 * @param operations those in progress
 */
export function useContinueReturns(operations: readonly OperationView[]): void {
  const locked = operations.filter(
    ({ kind, status }) => kind === 'internal-transfer' && status === 'needs_unlock',
  );
  const { data: claims = NONE } = useClaims(locked.length > 0);
  const found = locked.flatMap(({ from }) => claimAt(claims, from) ?? []);
  const id = found[0]?.id ?? null;
  useQuery({
    enabled: id !== null,
    queryKey: ['continued-return', id ?? 'none'],
    queryFn: async () =>
      dataOrThrow(await takeBackClaim(id ?? '', crypto.randomUUID(), { isBackground: true })).state,
    refetchInterval: AGAIN_MS,
    gcTime: 0,
    retry: false,
  });
}

const NONE = [] as const;
