import type { OperationView } from '#wire/wallet/operation';
import { unshield } from '#wire/wallet/unshield';
import { callApi } from '../../../lib/api-client.ts';
import type { ApiResult } from '../../../lib/api-result.ts';
import { acceptedOperation } from '../../../money-form/accepted-operation.ts';
import type { IssuedMove } from '../../../money-form/pool-flow.ts';

/** It is accepted as soon as it is stored; after this long the outcome is unknown. */
const WAIT_MS = 30_000;

/**
 * Unshields once, however often it is called with the same key. Its proof and its way are followed afterwards.
 * @returns the operation, also when the key turns out to have started it before.
 */
export async function sendUnshield({
  key,
  command,
}: IssuedMove): Promise<ApiResult<OperationView>> {
  const { tokenId, units, recipientAddress, sendWithinMinutes } = command;
  const response = await callApi(unshield, {
    body: {
      tokenId,
      amount: units.toString(),
      recipientAddress,
      ...(sendWithinMinutes === null ? {} : { sendWithinMinutes }),
    },
    idempotencyKey: key,
    respondsAsync: true,
    signal: AbortSignal.timeout(WAIT_MS),
  });
  return acceptedOperation(response);
}
