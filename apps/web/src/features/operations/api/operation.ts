import { useQuery } from '@tanstack/react-query';
import { type OperationView, operation } from '#wire/wallet/operation';
import { callApi } from '../../../lib/api-client.ts';
import { type ApiResult, dataOrThrow } from '../../../lib/api-result.ts';
import { isOpen } from '../operation-steps.ts';

const WHILE_OPEN_MS = 1_000;

/**
 * One operation, followed until it is final.
 * @param known what is known of it already; shown until the first response comes.
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

/** The current state of an operation; read by the page itself, so it keeps no session awake. */
export async function readOperation(
  id: string,
  signal?: AbortSignal,
): Promise<ApiResult<OperationView>> {
  const result = await callApi(operation, { params: { id }, isBackground: true, signal });
  return result.ok ? { ok: true, data: result.data.data } : result;
}
