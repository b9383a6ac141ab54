import { type OperationView, operation } from '#wire/wallet/operation';
import { callApi } from '../lib/api-client.ts';
import type { ApiResult } from '../lib/api-result.ts';

/**
 * Reads the response to an operation request.
 * @returns the operation, including one that an earlier request with the same key started.
 */
export async function acceptedOperation(
  response: ApiResult<{ operation: OperationView }>,
): Promise<ApiResult<OperationView>> {
  if (response.ok) return { ok: true, data: response.data.operation };
  const { code, operationId } = response.error;
  if (code !== 'operation-in-progress' || operationId === undefined) return response;
  const known = await callApi(operation, { params: { id: operationId } });
  return known.ok ? { ok: true, data: known.data.data } : response;
}
