import { useQuery } from '@tanstack/react-query';
import { type OperationView, operation } from '#wire/wallet/operation';
import { callApi } from '../../../lib/api-client.ts';
import { type ApiResult, dataOrThrow } from '../../../lib/api-result.ts';
import { isOpen } from '../operation-steps.ts';

const WHILE_OPEN_MS = 1_000;

/**
 * One operation, polled until it is final.
 * @param known the operation as already known; shown until the first response arrives.
 */
export function useOperation(id: string, known?: OperationView) {
  return useQuery({
    queryKey: ['wallet', 'operations', id],
    queryFn: async ({ signal }) => dataOrThrow(await readOperation(id, signal)),
    ...(known ? { placeholderData: known } : {}),
    refetchInterval: ({ state }) =>
      state.data === undefined || isOpen(state.data) ? WHILE_OPEN_MS : false,
    refetchOnWindowFocus: true,
    retry: false,
  });
}

/** The current state of an operation. A background read, so it does not keep the session alive. */
export async function readOperation(
  id: string,
  signal?: AbortSignal,
): Promise<ApiResult<OperationView>> {
  const result = await callApi(operation, { params: { id }, isBackground: true, signal });
  return result.ok ? { ok: true, data: result.data.data } : result;
}
