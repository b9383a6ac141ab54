import { useQuery } from '@tanstack/react-query';
import { dataOrThrow } from '../../lib/api-result.ts';
import { useUser } from '../../state/auth-session.ts';
import { claimPayment } from './api/claim-payment.ts';
import { keyToContinue } from './claim-key.ts';

const AGAIN_MS = 5_000;

/**
 * Repeats the request of a claim whose proof can't go on, because the process that proves it was replaced: only the
 * link has what opens the wallet of the payment again.
 */
export function useContinueClaim(code: string, isLocked: boolean): void {
  const { id: userId } = useUser();
  useQuery({
    enabled: isLocked,
    queryKey: ['continued-claim', code],
    queryFn: async () =>
      dataOrThrow(await claimPayment(code, keyToContinue({ code, userId }), { isBackground: true }))
        .operation.status,
    refetchInterval: AGAIN_MS,
    gcTime: 0,
    retry: false,
  });
}
