import { useQuery } from '@tanstack/react-query';
import { type OperationView, operation } from '#wire/wallet/operation';
import { callApi } from '../../../lib/api-client.ts';
import { ApiFailure, type ApiResult, dataOrThrow } from '../../../lib/api-result.ts';
import { isOpen } from '../operation-steps.ts';

const WHILE_OPEN_MS = 1_000;

/**
 * One operation, polled until it is final.
 * @param id null requests nothing
 * @param known the operation as already known; shown until the first response arrives.
 */
export function useOperation(id: string | null, known?: OperationView) {
  return useQuery({
    enabled: id !== null,
    queryKey: ['wallet', 'operations', id ?? 'none'],
    queryFn: async ({ signal }) => dataOrThrow(await readOperation(id ?? '', signal)),
    ...(known ? { placeholderData: known } : {}),
    refetchInterval: ({ state: { data, error } }) => {
      const canChange = data === undefined ? !isUnknown(error) : isOpen(data);
      return canChange ? WHILE_OPEN_MS : false;
    },
    refetchOnWindowFocus: true,
    retry: false,
  });
}

/** The user has no operation with this id, which never changes. */
function isUnknown(error: Error | null): boolean {
  return error instanceof ApiFailure && error.error.code === 'unknown-operation';
}

/** The current state of an operation. A background read, so it does not keep the session alive. */
export async function readOperation(
  id: string,
  signal?: AbortSignal,
): Promise<ApiResult<OperationView>> {
  const result = await callApi(operation, { params: { id }, isBackground: true, signal });
  return result.ok ? { ok: true, data: result.data.data } : result;
}
