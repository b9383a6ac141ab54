import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#wire/contract';
import { privateHistory } from '#wire/wallet/private-history';
import { publicHistory } from '#wire/wallet/public-history';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';
import { HISTORY_KEYS } from '../../../lib/history-keys.ts';
import { useUser } from '../../../state/auth-session.ts';
import { type FoundPayment, findPayment } from '../find-payment.ts';

/** Polling interval while a payment isn't final. Otherwise, events trigger a refetch. */
const WHILE_PENDING_MS = 5_000;

export type PaymentState =
  | FoundPayment
  | { readonly at: 'loading' }
  | {
      readonly at: 'unreachable';
      readonly message: string;
      readonly isRetrying: boolean;
      readonly retry: () => void;
    };

/** The payment that an entry of the activity is, whichever balance it is in. */
export function usePayment(entryId: string): PaymentState {
  const { publicWalletAddress, privateWalletAddress } = useUser().wallet;
  const ownAddresses = [publicWalletAddress, privateWalletAddress].map((own) => own.toLowerCase());
  const options = { params: { id: 'wallet' }, query: { entry: entryId } };
  const inPublic = useQuery({
    queryKey: [...HISTORY_KEYS.public, 'receipt', entryId],
    queryFn: async ({ signal }) =>
      dataOrThrow(await callApi(publicHistory, { ...options, signal })).data.transactions,
    refetchInterval: ({ state }) => (isPending(state.data) ? WHILE_PENDING_MS : false),
  });
  const inPrivate = useQuery({
    queryKey: [...HISTORY_KEYS.private, 'receipt', entryId],
    queryFn: async ({ signal }) =>
      dataOrThrow(await callApi(privateHistory, { ...options, signal })),
    refetchInterval: ({ state }) => (isIncomplete(state.data) ? WHILE_PENDING_MS : false),
  });
  const found = findPayment(
    { public: inPublic.data ?? [], private: inPrivate.data?.data.transactions ?? [] },
    ownAddresses,
  );
  if (found.at === 'final' || found.at === 'not-final' || found.at === 'failed') return found;
  const failed = unreachable([inPublic, inPrivate]);
  if (failed !== null) return failed;
  const isKnown = inPublic.data !== undefined && isReady(inPrivate.data);
  return isKnown ? found : { at: 'loading' };
}

type PrivateRows = ResponseOf<typeof privateHistory> | undefined;

/** Until then, a row that isn't there may still be found. */
function isReady(response: PrivateRows): boolean {
  return response?.privateState.status === 'ready' || response?.privateState.status === 'away';
}

function isIncomplete(response: PrivateRows): boolean {
  if (response === undefined) return false;
  return !isReady(response) || isPending(response.data.transactions);
}

function isPending(rows: readonly { readonly status: string }[] | undefined): boolean {
  return rows?.some(({ status }) => status === 'pending') ?? false;
}

function unreachable(reads: readonly UseQueryResult[]): PaymentState | null {
  const failed = reads.find(({ data, error }) => data === undefined && error !== null);
  if (failed === undefined) return null;
  return {
    at: 'unreachable',
    message: failed.error?.message ?? '',
    isRetrying: reads.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const { error, refetch } of reads) if (error !== null) void refetch();
    },
  };
}
