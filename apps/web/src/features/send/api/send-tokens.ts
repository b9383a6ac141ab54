import type { OperationView } from '#wire/wallet/operation';
import { sendTokens } from '#wire/wallet/send-tokens';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';
import { acceptedOperation } from '../../../money-form/accepted-operation.ts';
import type { IssuedKey } from '../../../money-form/attempt.ts';
import { ownNotePart } from '../../../notes/own-note-part.ts';
import type { DirectPayment } from '../send-flow.ts';

/** Long enough for a slow network. After this timeout the outcome is unknown, and a retry uses the same key. */
const WAIT_MS = 30_000;

/**
 * Sends a payment once, however often it is called with the same key.
 * @param ownNote as it was typed
 * @returns the operation, also when the same key already started it.
 */
export async function sendPayment(
  { key, request }: IssuedKey<DirectPayment>,
  ownNote: string,
): Promise<ApiResult<OperationView>> {
  const { tokenId, units, recipientAddress, paymentRequest } = request;
  const response = await callApi(sendTokens, {
    body: {
      tokenId,
      amount: units.toString(),
      recipientAddress,
      ...ownNotePart(ownNote),
      ...(paymentRequest && { paymentRequest }),
    },
    idempotencyKey: key,
    signal: AbortSignal.timeout(WAIT_MS),
  });
  return acceptedOperation(response);
}
