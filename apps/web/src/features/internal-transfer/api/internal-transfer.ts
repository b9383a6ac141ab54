import { internalTransfer } from '#wire/wallet/internal-transfer';
import type { OperationView } from '#wire/wallet/operation';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';
import { acceptedOperation } from '../../../money-form/accepted-operation.ts';
import type { IssuedPoolRequest } from '../../../money-form/pool-flow.ts';

/** The server responds as soon as the transfer is stored; after this timeout the outcome is unknown. */
const WAIT_MS = 30_000;

/**
 * Transfers once, however often it is called with the same key. Does not wait for the proof or the transaction.
 * @param senderAddress the user's own private address.
 * @returns the operation, also when the same key already started it.
 */
export async function sendInternalTransfer(
  { key, request }: IssuedPoolRequest,
  senderAddress: string,
): Promise<ApiResult<OperationView>> {
  const { tokenId, units, recipientAddress, message, showsSender, paymentRequest } = request;
  const forRecipient = { ...(message && { message }), ...(showsSender && { showsSender }) };
  const response = await callApi(internalTransfer, {
    body: {
      tokenId,
      amount: units.toString(),
      recipientAddress,
      senderAddress,
      ...forRecipient,
      ...(paymentRequest && { paymentRequest }),
    },
    idempotencyKey: key,
    respondsAsync: true,
    signal: AbortSignal.timeout(WAIT_MS),
  });
  return acceptedOperation(response);
}
