import { internalTransfer } from '#wire/wallet/internal-transfer';
import type { OperationView } from '#wire/wallet/operation';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';
import { acceptedOperation } from '../../../money-form/accepted-operation.ts';
import type { IssuedMove } from '../../../money-form/pool-flow.ts';

/** It is accepted as soon as it is stored; after this long the outcome is unknown. */
const WAIT_MS = 30_000;

/**
 * Transfers once, however often it is called with the same key. Its proof and its way are followed afterwards.
 * @param senderAddress the user's own private address.
 * @returns the operation, also when the key turns out to have started it before.
 */
export async function sendInternalTransfer(
  { key, command }: IssuedMove,
  senderAddress: string,
): Promise<ApiResult<OperationView>> {
  const { tokenId, units, recipientAddress } = command;
  const response = await callApi(internalTransfer, {
    body: { tokenId, amount: units.toString(), recipientAddress, senderAddress },
    idempotencyKey: key,
    respondsAsync: true,
    signal: AbortSignal.timeout(WAIT_MS),
  });
  return acceptedOperation(response);
}
