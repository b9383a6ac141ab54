import { type OperationView, operation } from '#wire/wallet/operation';
import { sendTokens } from '#wire/wallet/send-tokens';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';
import type { IssuedKey } from '../send-flow.ts';

/** Long enough for a slow chain; after it the outcome is unknown, and the same key asks again. */
const WAIT_MS = 30_000;

/**
 * Makes a payment once, however often it is called with the same key.
 * @returns the operation, also when the key turns out to have started it before.
 */
export async function sendPayment({ key, payment }: IssuedKey): Promise<ApiResult<OperationView>> {
  const { tokenId, units, recipientAddress } = payment;
  const result = await callApi(sendTokens, {
    body: { tokenId, amount: units.toString(), recipientAddress },
    idempotencyKey: key,
    signal: AbortSignal.timeout(WAIT_MS),
  });
  if (result.ok) return { ok: true, data: result.data.operation };
  const { code, operationId } = result.error;
  const isUnderWay = code === 'operation-in-progress' && operationId !== undefined;
  return isUnderWay ? readOperation(operationId, result) : result;
}

async function readOperation(
  id: string,
  refusal: ApiResult<never>,
): Promise<ApiResult<OperationView>> {
  const result = await callApi(operation, { params: { id } });
  return result.ok ? { ok: true, data: result.data.data } : refusal;
}
