import { type OperationView, operation } from '#wire/wallet/operation';
import { callApi } from '../lib/api-client.ts';
import type { ApiResult } from '../lib/api-result.ts';

/**
 * Reads the answer to a money command.
 * @returns the operation, also when the key turns out to have started it before.
 */
export async function acceptedOperation(
  answer: ApiResult<{ operation: OperationView }>,
): Promise<ApiResult<OperationView>> {
  if (answer.ok) return { ok: true, data: answer.data.operation };
  const { code, operationId } = answer.error;
  if (code !== 'operation-in-progress' || operationId === undefined) return answer;
  const known = await callApi(operation, { params: { id: operationId } });
  return known.ok ? { ok: true, data: known.data.data } : answer;
}
