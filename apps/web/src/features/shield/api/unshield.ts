import type { Coin } from '#wire/wallet/coin';
import type { OperationView } from '#wire/wallet/operation';
import { unshield } from '#wire/wallet/unshield';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';
import { acceptedOperation } from '../../../money-form/accepted-operation.ts';
import type { IssuedPoolRequest, PoolDraft } from '../../../money-form/pool-flow.ts';
import { ownNotePart } from '../../../notes/own-note-part.ts';

/** The server responds as soon as the unshield is stored; after this timeout the outcome is unknown. */
const WAIT_MS = 30_000;

/**
 * Unshields once, however often it is called with the same key. Does not wait for the proof or the transaction.
 * @returns the operation, also when the same key already started it.
 */
export async function sendUnshield(
  { key, request }: IssuedPoolRequest,
  { ownNote = '' }: Pick<PoolDraft, 'ownNote'>,
  coin: Pick<Coin, 'isNative'>,
): Promise<ApiResult<OperationView>> {
  const { tokenId, units, recipientAddress, sendWithinMinutes, paymentRequest } = request;
  const response = await callApi(unshield, {
    body: {
      tokenId,
      amount: units.toString(),
      recipientAddress,
      ...(sendWithinMinutes === null ? {} : { sendWithinMinutes }),
      ...ownNotePart(ownNote),
      ...(paymentRequest && { paymentRequest }),
    },
    idempotencyKey: key,
    coin,
    respondsAsync: true,
    signal: AbortSignal.timeout(WAIT_MS),
  });
  return acceptedOperation(response);
}
