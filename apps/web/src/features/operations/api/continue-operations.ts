import { useQuery } from '@tanstack/react-query';
import { continueOperations, type WaitingAccount } from '#wire/wallet/continue-operations';
import type { OperationView } from '#wire/wallet/operation';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';
import { useNow } from '../../../lib/use-now.ts';

/** Blocks come within seconds. The server decides with its own clock whether a payment has waited long enough. */
const LATE_AFTER_MS = 60_000;
const AGAIN_MS = 5_000;
const HOUR_MS = 60 * 60_000;

/**
 * The accounts in which payments wait for an earlier transaction. While one of these operations is late, has the server
 * clear what it waits for, since the user is online.
 */
export function useWaitingAccounts(
  operations: readonly OperationView[],
): readonly WaitingAccount[] {
  const now = useNow(AGAIN_MS);
  const isLate = operations.some(
    (operation) => canWait(operation) && now - Date.parse(operation.createdAt) >= LATE_AFTER_MS,
  );
  const { data } = useQuery({
    enabled: isLate,
    queryKey: ['wallet', 'waiting-accounts'],
    queryFn: async ({ signal }) =>
      dataOrThrow(await callApi(continueOperations, { isBackground: true, signal })).data,
    refetchInterval: AGAIN_MS,
    retry: false,
  });
  return isLate && data !== undefined ? data : NONE;
}

/**
 * Once a page is open and every hour, has the server do what needs a session: what no one claimed in time comes back.
 * Nothing is shown of it but the operations that come of it.
 */
export function useContinueQuietly(isReady: boolean): void {
  useQuery({
    enabled: isReady,
    queryKey: ['continued'],
    queryFn: async ({ signal }) =>
      dataOrThrow(await callApi(continueOperations, { isBackground: true, signal })).data,
    refetchInterval: HOUR_MS,
    staleTime: HOUR_MS,
    retry: false,
  });
}

const NONE: readonly WaitingAccount[] = [];

/** @returns what a payment waits for; undefined when it is private, in a block, or waits for nothing known */
export function accountOf(
  operation: OperationView,
  accounts: readonly WaitingAccount[],
): WaitingAccount | undefined {
  if (!canWait(operation)) return undefined;
  return accounts.find(({ chainId }) => chainId === operation.chainId);
}

/** The broadcaster sends what is private. */
function canWait({ kind, status }: OperationView): boolean {
  const isOwn = kind !== 'unshield' && kind !== 'internal-transfer';
  return isOwn && (status === 'signed' || status === 'broadcast');
}
