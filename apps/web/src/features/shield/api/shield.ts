import type { OperationView } from '#wire/wallet/operation';
import { shield } from '#wire/wallet/shield';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';
import { acceptedOperation } from '../../../money-form/accepted-operation.ts';
import type { IssuedPoolRequest } from '../../../money-form/pool-flow.ts';

/** The server responds within a minute, with or without a hash; after this timeout the outcome is unknown. */
const WAIT_MS = 75_000;

/**
 * Shields once, however often it is called with the same key.
 * @returns the operation, also when the same key already started it.
 */
export async function sendShield({
  key,
  request,
}: IssuedPoolRequest): Promise<ApiResult<OperationView>> {
  const { tokenId, units } = request;
  const response = await callApi(shield, {
    body: { tokenId, amount: units.toString() },
    idempotencyKey: key,
    signal: AbortSignal.timeout(WAIT_MS),
  });
  return acceptedOperation(response);
}
